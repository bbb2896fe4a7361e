import Crypto
import Foundation
import IdentityWire
import WebAuthn

/// A passkey, and an assertion of this passkey in the form that a client sends.
struct PasskeySubject {
  let name: String
  private let credential: CredentialRecord
  private let relyingParty: RelyingParty
  private let challenge: [UInt8]
  private let userHandle: [UInt8]
  private let clientData: [UInt8]
  private let authenticatorData: [UInt8]
  private let signature: [UInt8]

  static func all() throws -> [PasskeySubject] {
    let es256 = P256.Signing.PrivateKey()
    let ed25519 = Curve25519.Signing.PrivateKey()
    return [
      try PasskeySubject("ES256", key: BenchmarkPasskey.publicKey(es256.publicKey)) {
        Array(try es256.signature(for: $0).derRepresentation)
      },
      try PasskeySubject(
        "EdDSA",
        key: [0xA4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32] + Array(ed25519.publicKey.rawRepresentation)
      ) { Array(try ed25519.signature(for: $0)) },
    ]
  }

  private init(_ name: String, key: [UInt8], sign: ([UInt8]) throws -> [UInt8]) throws {
    guard let publicKey = COSEKey(encoded: key), let id = RelyingPartyID("example.com"),
      let origin = PasskeyOrigin("https://app.example.com")
    else { throw CommandFailure(description: "the passkey of \(name) cannot be made") }
    self.name = name
    credential = CredentialRecord(
      id: [UInt8](repeating: 7, count: 32), publicKey: publicKey, signCount: 0, isBackupEligible: true,
      isBackedUp: true)
    relyingParty = RelyingParty(id: id, origins: [origin])
    challenge = (0..<40).map { UInt8($0) }
    userHandle = [UInt8](repeating: 5, count: 32)
    clientData = Array(
      """
      {"type":"webauthn.get","challenge":"\(Base64URL.encode(challenge))",\
      "origin":"https://app.example.com","crossOrigin":false}
      """.utf8)
    // Flags: user present, user verified, backup eligible, backed up. The signature counter is 0.
    authenticatorData = Array(SHA256.hash(data: Array("example.com".utf8))) + [0x1D, 0, 0, 0, 0]
    signature = try sign(authenticatorData + Array(SHA256.hash(data: clientData)))
  }

  func verifySignature() throws {
    let message = authenticatorData + Array(SHA256.hash(data: clientData))
    guard credential.publicKey.isValid(signature: signature, over: message) else {
      throw CommandFailure(description: "the signature of \(name) is not valid")
    }
  }

  /// Verifies the assertion from the client's bytes, and decodes the key from its stored form.
  func verifyAssertion() throws {
    guard let key = COSEKey(encoded: credential.publicKey.encoded) else {
      throw CommandFailure(description: "the key of \(name) cannot be read")
    }
    var credential = credential
    credential.publicKey = key
    let assertion = Assertion(
      client: try CollectedClientData(clientData), authenticatorData: authenticatorData,
      signature: signature, userHandle: userHandle)
    _ = try assertion.verify(credential, of: userHandle, challenge: challenge, by: relyingParty)
  }
}
