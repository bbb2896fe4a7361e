import IdentityWire

/// Encodes users in the format of `firebase auth:export`. The format has no columns for second factors. It has
/// columns for the providers Google, Facebook, Twitter and GitHub only.
struct CSVUserEncoder: UserFileEncoder {
  /// Firebase's tools would read the apostrophe before a formula as part of an ID, address or claim.
  private let keepsIdentifiers: Bool

  init(isForFirebase: Bool = false) { keepsIdentifiers = isForFirebase }

  func begin() -> [UInt8] { [] }
  func end() -> [UInt8] { [] }

  mutating func encode(_ user: AccountInfo) -> [UInt8] {
    var fields = [String](repeating: "", count: CSVColumns.count)
    func identifier(_ text: String?) -> String {
      keepsIdentifiers ? text ?? "" : CSVFormula.neutralized(text ?? "")
    }
    func words(_ text: String?) -> String { CSVFormula.neutralized(text ?? "") }
    fields[CSVColumns.localID] = identifier(user.localId)
    fields[CSVColumns.email] = identifier(user.email)
    fields[CSVColumns.emailVerified] = user.emailVerified == true ? "true" : "false"
    // Base64 and phone numbers may begin with a plus sign, but call no function.
    if user.version == 0 {
      fields[CSVColumns.passwordHash] = JSONUserEncoder.standardBase64(user.passwordHash ?? "")
      fields[CSVColumns.salt] = JSONUserEncoder.standardBase64(user.salt ?? "")
    }
    fields[CSVColumns.displayName] = words(user.displayName)
    fields[CSVColumns.photoURL] = words(user.photoUrl)
    for (providerID, column) in CSVColumns.providers {
      guard let info = user.providerUserInfo?.first(where: { $0.providerId == providerID }) else { continue }
      fields[column] = identifier(info.rawId)
      fields[column + 1] = identifier(info.email)
      fields[column + 2] = words(info.displayName)
      fields[column + 3] = words(info.photoUrl)
    }
    fields[CSVColumns.createdAt] = user.createdAt.map { String($0.value) } ?? ""
    fields[CSVColumns.lastLoginAt] = user.lastLoginAt.map { String($0.value) } ?? ""
    fields[CSVColumns.phoneNumber] =
      Self.isPhoneNumber(user.phoneNumber) ? user.phoneNumber ?? "" : words(user.phoneNumber)
    fields[CSVColumns.disabled] = user.disabled == true ? "true" : "false"
    // Claims decide their user's rights. Firebase must receive them unchanged.
    fields[CSVColumns.customAttributes] = identifier(user.customAttributes)
    return Array((fields.map(Self.quoted).joined(separator: ",") + ",\n").utf8)
  }

  private static func isPhoneNumber(_ text: String?) -> Bool {
    text?.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) } == true
  }

  private static func quoted(_ text: String) -> String {
    let isSpecial = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return isSpecial ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
