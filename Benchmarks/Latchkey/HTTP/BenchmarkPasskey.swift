import Crypto
import Foundation
import IdentityWire

/// A synced passkey with the algorithm ES256, for the host of the installation's public origin.
struct BenchmarkPasskey: Sendable {
  static let relyingPartyID = "auth.example.com"
  /// Authenticator data flags: user present, user verified, backup eligible, backed up.
  private static let flags: UInt8 = 0x1D

  private let key = P256.Signing.PrivateKey()
  private let id = (0..<32).map { _ in UInt8.random(in: 0...255) }
  private let userHandle: [UInt8]

  init(userHandle: [UInt8]) { self.userHandle = userHandle }

  /// Encodes a point on P-256 as a COSE key (RFC 9053 section 7.1.1).
  static func publicKey(_ key: P256.Signing.PublicKey) -> [UInt8] {
    let point = Array(key.rawRepresentation)
    return [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + point[..<32] + [0x22, 0x58, 32] + point[32...]
  }

  /// The `authenticatorRegistrationResponse` of `passkeyEnrollment:finalize`.
  func registration(challenge: [UInt8]) -> String {
    var data = Self.authenticatorData(Self.flags | 0x40) + [UInt8](repeating: 0, count: 16)
    data += [0, UInt8(id.count)] + id + Self.publicKey(key.publicKey)
    // The CBOR object {"fmt": "none", "attStmt": {}, "authData": …}
    var object: [UInt8] = [0xA3]
    object += [0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8)
    object += [0x67] + Array("attStmt".utf8) + [0xA0]
    object += [0x68] + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
    return answer([
      ("clientDataJSON", Self.clientData("webauthn.create", challenge)), ("attestationObject", object),
    ])
  }

  /// The `authenticatorAuthenticationResponse` of `passkeySignIn:finalize`.
  func assertion(challenge: [UInt8]) throws -> String {
    let client = Self.clientData("webauthn.get", challenge)
    let data = Self.authenticatorData(Self.flags)
    let signature = try key.signature(for: data + Array(SHA256.hash(data: client)))
    return answer([
      ("clientDataJSON", client), ("authenticatorData", data),
      ("signature", Array(signature.derRepresentation)), ("userHandle", userHandle),
    ])
  }

  private static func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
    Array(
      """
      {"type":"\(type)","challenge":"\(Base64URL.encode(challenge))",\
      "origin":"https://\(relyingPartyID)","crossOrigin":false}
      """.utf8)
  }

  private static func authenticatorData(_ flags: UInt8) -> [UInt8] {
    Array(SHA256.hash(data: Array(relyingPartyID.utf8))) + [flags, 0, 0, 0, 0]
  }

  private func answer(_ parts: [(name: String, bytes: [UInt8])]) -> String {
    let response = parts.map { #""\#($0.name)":"\#(Base64URL.encode($0.bytes))""# }.joined(separator: ",")
    return #"{"id":"\#(Base64URL.encode(id))","type":"public-key","response":{\#(response)}}"#
  }
}
