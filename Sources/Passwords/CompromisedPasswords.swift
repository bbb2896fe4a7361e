/// Finds passwords that are guessed first, because many people use them or because they are in stolen lists (NIST SP
/// 800-63B section 5.1.1.2). It sends no requests to other services.
public struct CompromisedPasswords: Sendable {
  public enum Finding: Sendable, Equatable {
    /// One of the passwords that most people choose.
    case common
    /// A password in the filter's list, or mistaken for one at the filter's false-positive rate.
    case listed
  }

  /// The maximum number of characters to strip from the end before the comparison with common passwords.
  private static let endingLength = 4

  /// True if ``CommonPasswords`` are checked.
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

  /// True for a common password in any case, with up to four digits or signs added: to a guesser, `Password1!` is
  /// `password`.
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
