/// Finds passwords that attackers guess first, because many people use them or because they are in stolen
/// lists (NIST SP 800-63B section 5.1.1.2). It sends no requests to other services.
public struct CompromisedPasswords: Sendable {
  public enum Finding: Sendable, Equatable {
    /// One of the passwords that most people choose.
    case common
    /// The password is probably in the filter's list. The filter's false-positive rate applies.
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

  /// True for a common password in upper or lower case, with up to four digits or signs at its end.
  /// Attackers guess `Password1!` as soon as `password`.
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
