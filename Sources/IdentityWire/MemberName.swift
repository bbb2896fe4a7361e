/// The names of members of JSON objects and of forms, which become keys of dictionaries.
///
/// A Swift dictionary treats canonically equivalent names as equal. The protocol treats names as equal only
/// if they have the same bytes.
public enum MemberName {
  /// The maximum length in bytes. Names of fields in Cloud Firestore may have 1,500 bytes, and tests of security rules
  /// contain such names.
  public static let maximumLength = 1_536

  /// - Returns: nil if the bytes are not an acceptable name.
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    guard bytes.count <= maximumLength, let name = String(validating: bytes, as: UTF8.self), accepts(name)
    else { return nil }
    return name
  }

  /// True if the name is acceptable: not too long, stream-safe, and not canonically equivalent to an ASCII name.
  public static func accepts(_ name: String) -> Bool {
    guard name.utf8.count <= maximumLength else { return false }
    return !name.utf8.hasByte(from: 0x80) || StreamSafeText.accepts(name) && !imitatesASCII(name)
  }

  /// True if two names have the same bytes.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
  }

  /// True if the name has a scalar that is canonically equivalent to an ASCII character: U+037E (semicolon),
  /// U+1FEF (grave accent) or U+212A (letter K). There are no others.
  private static func imitatesASCII(_ name: String) -> Bool {
    name.unicodeScalars.contains { $0 == "\u{37E}" || $0 == "\u{1FEF}" || $0 == "\u{212A}" }
  }

  /// True if the value may be any text because it is a password. Its length is limited, and only its bytes are hashed.
  static func isOfPassword(_ name: String, _ value: String) -> Bool {
    isOfPassword(name, length: value.utf8.count)
  }

  /// - Parameter length: the length of the value in bytes.
  static func isOfPassword(_ name: String, length: Int) -> Bool {
    length <= maximumPasswordLength && ofPasswords.contains(name)
  }

  /// The names of passwords in messages of the API and in forms of pages.
  private static let ofPasswords: Set<String> = ["password", "newPassword", "oldPassword", "again"]

  /// The maximum length in bytes.
  private static let maximumPasswordLength = 4_096
}
