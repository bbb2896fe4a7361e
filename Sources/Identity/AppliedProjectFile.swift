/// The project file that was applied last, so that the next version of the same file is known to follow from it.
public struct AppliedProjectFile: Sendable, Equatable, Codable {
  /// The revision that the file names. Nil if it names none.
  public var base: String?
  /// The revision of the settings that the file made.
  public var result: String

  public init(base: String?, result: String) {
    self.base = base
    self.result = result
  }

  /// True if a file that names `base` follows from settings of a revision: it is made from them, or is a later version of the
  /// file that made them.
  public static func follows(_ base: String, from current: String, after applied: AppliedProjectFile?) -> Bool
  {
    base.utf8.elementsEqual(current.utf8)
      || applied.map {
        $0.base?.utf8.elementsEqual(base.utf8) == true && $0.result.utf8.elementsEqual(current.utf8)
      }
        == true
  }
}
