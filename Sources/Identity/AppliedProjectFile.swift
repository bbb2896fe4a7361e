/// The project file that was applied last. It shows whether the next version of the file is based on it.
public struct AppliedProjectFile: Sendable, Equatable, Codable {
  /// The revision that the file names. Nil if the file names no revision.
  public var base: String?
  /// The revision of the settings after the file was applied.
  public var result: String

  public init(base: String?, result: String) {
    self.base = base
    self.result = result
  }

  /// True if a file that names `base` is based on the current revision. Such a file was made from these settings, or is
  /// a later version of the file that was applied last.
  public static func follows(_ base: String, from current: String, after applied: AppliedProjectFile?) -> Bool
  {
    base.utf8.elementsEqual(current.utf8)
      || applied.map {
        $0.base?.utf8.elementsEqual(base.utf8) == true && $0.result.utf8.elementsEqual(current.utf8)
      }
        == true
  }
}
