/// A registration and an assertion of Web Authentication Level 3, section 16, for `example.org`.
struct W3CVector: Sendable {
  let name: String
  let registrationChallenge: [UInt8]
  let registrationClientData: [UInt8]
  let attestationObject: [UInt8]
  let credentialID: [UInt8]
  let aaguid: [UInt8]
  let assertionChallenge: [UInt8]
  let assertionClientData: [UInt8]
  let authenticatorData: [UInt8]
  let signature: [UInt8]

  /// All but the name in hexadecimal digits.
  init(
    name: String, registrationChallenge: String, registrationClientData: String, attestationObject: String,
    credentialID: String, aaguid: String, assertionChallenge: String, assertionClientData: String,
    authenticatorData: String, signature: String
  ) {
    self.name = name
    self.registrationChallenge = Self.bytes(registrationChallenge)
    self.registrationClientData = Self.bytes(registrationClientData)
    self.attestationObject = Self.bytes(attestationObject)
    self.credentialID = Self.bytes(credentialID)
    self.aaguid = Self.bytes(aaguid)
    self.assertionChallenge = Self.bytes(assertionChallenge)
    self.assertionClientData = Self.bytes(assertionClientData)
    self.authenticatorData = Self.bytes(authenticatorData)
    self.signature = Self.bytes(signature)
  }

  static func named(_ name: String) -> W3CVector? { all.first { $0.name == name } }

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.map { $0 > 0x60 ? $0 - 0x57 : $0 - 0x30 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
