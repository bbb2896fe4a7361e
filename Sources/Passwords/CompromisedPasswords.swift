/// Passwords that are guessed first, because many people have them or because they stand in lists that were
/// stolen (NIST SP 800-63B section 5.1.1.2). Nothing is asked of anybody for it.
public struct CompromisedPasswords: Sendable {
  public enum Finding: Sendable, Equatable {
    /// Among those that most people choose.
    case common
    /// In the filter's list; or taken for one that is, as seldom as the filter says.
    case listed
  }

  /// Characters at the end that do not make a common password another.
  private static let endingLength = 4

  /// Whether ``CommonPasswords`` are looked at.
  public var includesCommon: Bool
  public var filter: BloomFilter?

  public init(includesCommon: Bool = true, filter: BloomFilter? = nil) {
    self.includesCommon = includesCommon
    self.filter = filter
  }

  public func finding(_ password: String) -> Finding? {
    if includesCommon, Self.isCommon(password) { return .common }
    guard let filter else { return nil }
    let lowercased = password.lowercased()
    guard filter.mayContain(password) || lowercased != password && filter.mayContain(lowercased) else {
      return nil
    }
    return .listed
  }

  /// In whatever case, and with up to four digits or signs behind it: `Password1!` is `password` to whoever
  /// guesses.
  private static func isCommon(_ password: String) -> Bool {
    guard password.utf8.count <= 64 else { return false }
    var text = password.lowercased()
    for _ in 0...endingLength {
      if CommonPasswords.all.contains(text) { return true }
      guard let last = text.last, last.isASCII, !last.isLetter else { return false }
      text.removeLast()
    }
    return false
  }
}
