import IdentityWire

/// As `firebase auth:export` writes it. Has no place for other providers than Google, Facebook, Twitter and
/// GitHub, nor for second factors.
struct CSVUserEncoder: UserFileEncoder {
  init() {}

  func begin() -> [UInt8] { [] }
  func end() -> [UInt8] { [] }

  mutating func encode(_ user: UserInfo) -> [UInt8] {
    var fields = [String](repeating: "", count: CSVColumns.count)
    fields[CSVColumns.localID] = user.localId
    fields[CSVColumns.email] = user.email ?? ""
    fields[CSVColumns.emailVerified] = user.emailVerified == true ? "true" : "false"
    if user.version == 0 {
      fields[CSVColumns.passwordHash] = JSONUserEncoder.standardBase64(user.passwordHash ?? "")
      fields[CSVColumns.salt] = JSONUserEncoder.standardBase64(user.salt ?? "")
    }
    fields[CSVColumns.displayName] = user.displayName ?? ""
    fields[CSVColumns.photoURL] = user.photoUrl ?? ""
    for (providerID, column) in CSVColumns.providers {
      guard let info = user.providerUserInfo?.first(where: { $0.providerId == providerID }) else { continue }
      fields[column] = info.rawId ?? ""
      fields[column + 1] = info.email ?? ""
      fields[column + 2] = info.displayName ?? ""
      fields[column + 3] = info.photoUrl ?? ""
    }
    fields[CSVColumns.createdAt] = user.createdAt.map { String($0.value) } ?? ""
    fields[CSVColumns.lastLoginAt] = user.lastLoginAt.map { String($0.value) } ?? ""
    fields[CSVColumns.phoneNumber] = user.phoneNumber ?? ""
    fields[CSVColumns.disabled] = user.disabled == true ? "true" : "false"
    fields[CSVColumns.customAttributes] = user.customAttributes ?? ""
    return Array((fields.map(Self.quoted).joined(separator: ",") + ",\n").utf8)
  }

  private static func quoted(_ text: String) -> String {
    let isSpecial = text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    return isSpecial ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
