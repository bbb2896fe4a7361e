import IdentityWire

/// Encodes users in the format of `firebase auth:export`, with all providers, phone numbers as second factors
/// and passkeys in addition.
struct JSONUserEncoder: UserFileEncoder {
  private var needsComma = false

  init() {}

  func begin() -> [UInt8] { Array("{\"users\": [".utf8) }
  func end() -> [UInt8] { Array("\n]}\n".utf8) }

  mutating func encode(_ user: AccountInfo) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("localId", user.localId)
    func write(_ name: String, _ text: String?) { if let text { writer.member(name, text) } }
    write("email", user.email)
    writer.member("emailVerified", user.emailVerified ?? false)
    if user.version == 0 {
      write("passwordHash", user.passwordHash.map(Self.standardBase64))
      write("salt", user.salt.map(Self.standardBase64))
    }
    write("displayName", user.displayName)
    write("photoUrl", user.photoUrl)
    write("lastSignedInAt", user.lastLoginAt.map { String($0.value) })
    write("createdAt", user.createdAt.map { String($0.value) })
    write("phoneNumber", user.phoneNumber)
    writer.member("disabled", user.disabled ?? false)
    write("customAttributes", user.customAttributes)
    writer.key("providerUserInfo")
    writer.beginArray()
    for info in user.providerUserInfo ?? [] where info.providerId != "password" && info.providerId != "phone"
    {
      writer.beginObject()
      writer.member("providerId", info.providerId)
      write("rawId", info.rawId)
      write("email", info.email)
      write("displayName", info.displayName)
      write("photoUrl", info.photoUrl)
      writer.endObject()
    }
    writer.endArray()
    let factors = (user.mfaInfo ?? []).filter { $0.phoneInfo != nil }
    if !factors.isEmpty {
      writer.key("mfaInfo")
      writer.beginArray()
      for factor in factors {
        writer.beginObject()
        writer.member("mfaEnrollmentId", factor.mfaEnrollmentId)
        write("displayName", factor.displayName)
        write("phoneInfo", factor.phoneInfo)
        write("enrolledAt", factor.enrolledAt)
        writer.endObject()
      }
      writer.endArray()
    }
    if let passkeys = user.passkeyInfo, !passkeys.isEmpty {
      writer.key("passkeyInfo")
      writer.beginArray()
      for passkey in passkeys { Self.write(passkey, to: &writer) }
      writer.endArray()
    }
    writer.endObject()
    defer { needsComma = true }
    return Array((needsComma ? ",\n" : "\n").utf8) + writer.bytes
  }

  private static func write(_ passkey: PasskeyMessage, to writer: inout JSONWriter) {
    writer.beginObject()
    func write(_ name: String, _ text: String?) { if let text { writer.member(name, text) } }
    write("credentialId", passkey.credentialId)
    write("name", passkey.name)
    write("rpId", passkey.rpId)
    write("createdAt", passkey.createdAt.map { String($0.value) })
    write("lastUsedAt", passkey.lastUsedAt.map { String($0.value) })
    write("publicKey", passkey.publicKey)
    write("signCount", passkey.signCount.map { String($0) })
    if let flag = passkey.backupEligible { writer.member("backupEligible", flag) }
    if let flag = passkey.backedUp { writer.member("backedUp", flag) }
    write("aaguid", passkey.aaguid)
    write("userHandle", passkey.userHandle)
    if let transports = passkey.transports {
      writer.key("transports")
      writer.beginArray()
      for transport in transports { writer.write(transport) }
      writer.endArray()
    }
    writer.endObject()
  }

  static func standardBase64(_ text: String) -> String {
    text.replacing("-", with: "+").replacing("_", with: "/")
  }
}
