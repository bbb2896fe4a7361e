/// A requirement that a password does not meet.
public enum PasswordRequirement: Sendable, Hashable {
  /// In characters.
  case minimumLength(Int)
  /// In characters.
  case maximumLength(Int)
  case lowercase
  case uppercase
  case numeric
  case nonAlphanumeric
}

extension PasswordPolicy {
  /// The characters that count as neither letter nor digit: those of the official service and the remaining ASCII
  /// characters. Clients receive the list, so that they and the server apply the same rule.
  public static let nonAlphanumericCharacters: [Character] = Array(#"^$*.[]{}()?"!@#%&/\,><':;|_~-+=`"#)

  /// The requirements that a password does not meet, in the order in which they are reported. Empty if the policy is
  /// not enforced.
  ///
  /// A character is a Unicode code point (NIST SP 800-63B section 3.1.1.2). Only ASCII letters and digits count as
  /// letters and digits, as in the clients.
  public func requirements(missingIn password: String) -> [PasswordRequirement] {
    guard isEnforced else { return [] }
    let length = password.unicodeScalars.count
    func has(_ isWanted: (Unicode.Scalar) -> Bool) -> Bool {
      password.unicodeScalars.contains(where: isWanted)
    }
    var missing: [PasswordRequirement] = []
    if length < minimumLength { missing.append(.minimumLength(minimumLength)) }
    if let maximumLength, length > maximumLength { missing.append(.maximumLength(maximumLength)) }
    if requiresLowercase, !has({ ("a"..."z").contains($0) }) { missing.append(.lowercase) }
    if requiresUppercase, !has({ ("A"..."Z").contains($0) }) { missing.append(.uppercase) }
    if requiresNumeric, !has({ ("0"..."9").contains($0) }) { missing.append(.numeric) }
    if requiresNonAlphanumeric, !has({ Self.nonAlphanumericCharacters.contains(Character($0)) }) {
      missing.append(.nonAlphanumeric)
    }
    return missing
  }

  /// All requirements of the policy, enforced or not.
  public var requirements: [PasswordRequirement] {
    var all: [PasswordRequirement] = [.minimumLength(minimumLength)]
    if let maximumLength { all.append(.maximumLength(maximumLength)) }
    if requiresLowercase { all.append(.lowercase) }
    if requiresUppercase { all.append(.uppercase) }
    if requiresNumeric { all.append(.numeric) }
    if requiresNonAlphanumeric { all.append(.nonAlphanumeric) }
    return all
  }
}
