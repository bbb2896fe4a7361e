/// The names of members of JSON objects and of forms, which become keys of dictionaries.
///
/// To a dictionary of Swift, canonically equivalent names are one. To the protocol they are one only if they have the
/// same bytes.
public enum MemberName {
  /// Bytes. The names of fields in Cloud Firestore, which rules are tried with, may have 1,500.
  public static let maximumLength = 1_536

  /// - Returns: nil for bytes that no name has.
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    guard bytes.count <= maximumLength, let name = String(validating: bytes, as: UTF8.self), accepts(name)
    else { return nil }
    return name
  }

  /// True for a name that a member may have: bounded, stream-safe, and like no name in ASCII but itself.
  public static func accepts(_ name: String) -> Bool {
    guard name.utf8.count <= maximumLength else { return false }
    return !name.utf8.hasByte(from: 0x80) || StreamSafeText.accepts(name) && !imitatesASCII(name)
  }

  /// True if two names are the same bytes.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
  }

  /// True for a name with a scalar that is canonically equivalent to an ASCII character: U+037E to the semicolon,
  /// U+1FEF to the grave accent, U+212A to the letter K. There are no others.
  private static func imitatesASCII(_ name: String) -> Bool {
    name.unicodeScalars.contains { $0 == "\u{37E}" || $0 == "\u{1FEF}" || $0 == "\u{212A}" }
  }

  /// True for a value that any text may be, since it is a password: it is bounded, and hashed as bytes.
  static func isOfPassword(_ name: String, _ value: String) -> Bool {
    isOfPassword(name, length: value.utf8.count)
  }

  /// - Parameter length: the value's, in bytes.
  static func isOfPassword(_ name: String, length: Int) -> Bool {
    length <= maximumPasswordLength && ofPasswords.contains(name)
  }

  /// In messages of the API and in forms of pages.
  private static let ofPasswords: Set<String> = ["password", "newPassword", "oldPassword", "again"]

  /// Bytes.
  private static let maximumPasswordLength = 4_096
}
