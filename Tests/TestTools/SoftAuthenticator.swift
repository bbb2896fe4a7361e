import Crypto
import Foundation
import IdentityWire

/// An authenticator of WebAuthn in the test's process: it makes keys, and signs as the standard says. Every part of what it
/// answers can be changed, for answers that have to be refused.
public struct SoftAuthenticator: Sendable {
  public enum Key: Sendable {
    case p256(P256.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
  }

  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let present = Flags(rawValue: 1)
    public static let verified = Flags(rawValue: 4)
    public static let backupEligible = Flags(rawValue: 8)
    public static let backedUp = Flags(rawValue: 16)
  }

  public var key: Key
  public var credentialID: [UInt8]
  public var relyingPartyID: String
  public var origin: String
  public var userHandle: [UInt8] = []
  public var signCount: UInt32 = 0
  public var flags: Flags = [.present, .verified]
  public var attests = false
  /// Signs the statement in the place of ``key``, which nobody should take.
  public var attestationKey: Key?
  /// The type of the client data of a sign-in.
  public var assertionType = "webauthn.get"
  /// Further members of the client data, as JSON with a comma before it.
  public var moreClientData = #","crossOrigin":false"#

  /// Changes the authenticator data before it is signed.
  public var changeData: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  public init(
    relyingPartyID: String = "localhost", origin: String = "http://localhost:3000", key: Key = .p256(.init()),
    credentialID: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }
  ) {
    self.relyingPartyID = relyingPartyID
    self.origin = origin
    self.key = key
    self.credentialID = credentialID
  }

  // MARK: Parts

  public func clientData(_ type: String, challenge: [UInt8]) -> [UInt8] {
    Array(
      #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"\#(origin)"\#(moreClientData)}"#
        .utf8)
  }

  public func authenticatorData(withCredential: Bool = false) -> [UInt8] {
    var data = Array(SHA256.hash(data: Array(relyingPartyID.utf8)))
    data.append(flags.rawValue | (withCredential ? 0x40 : 0))
    data += bigEndian(signCount)
    guard withCredential else { return changeData(data) }
    data += [UInt8](repeating: 7, count: 16)
    data += [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)]
    return changeData(data + credentialID + publicKey)
  }

  /// The COSE key.
  public var publicKey: [UInt8] {
    switch key {
    case .p256(let key):
      let point = Array(key.publicKey.rawRepresentation)
      return [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + point[..<32] + [0x22, 0x58, 32] + point[32...]
    case .ed25519(let key):
      return [0xA4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32] + Array(key.publicKey.rawRepresentation)
    }
  }

  public func signature(over message: [UInt8]) throws -> [UInt8] {
    try Self.signature(over: message, by: key)
  }

  private static func signature(over message: [UInt8], by key: Key) throws -> [UInt8] {
    switch key {
    case .p256(let key): Array(try key.signature(for: message).derRepresentation)
    case .ed25519(let key): Array(try key.signature(for: message))
    }
  }

  public func attestationObject(_ clientData: [UInt8]) throws -> [UInt8] {
    let data = authenticatorData(withCredential: true)
    let end = text("authData") + bytes(data)
    guard attests else { return [0xA3] + text("fmt") + text("none") + text("attStmt") + [0xA0] + end }
    let signature = try Self.signature(
      over: data + Array(SHA256.hash(data: clientData)), by: attestationKey ?? key)
    let algorithm: UInt8 =
      switch key {
      case .p256: 0x26
      case .ed25519: 0x27
      }
    return [0xA3] + text("fmt") + text("packed") + text("attStmt")
      + [0xA2] + text("alg") + [algorithm] + text("sig") + bytes(signature) + end
  }

  // MARK: Answers

  /// The answer for `passkeyEnrollment:finalize`.
  public func registration(challenge: [UInt8]) throws -> JSONValue {
    let client = clientData("webauthn.create", challenge: challenge)
    return [
      "id": .string(Base64URL.encode(credentialID)), "rawId": .string(Base64URL.encode(credentialID)),
      "type": "public-key",
      "response": [
        "clientDataJSON": .string(Base64URL.encode(client)),
        "attestationObject": .string(Base64URL.encode(try attestationObject(client))),
      ],
    ]
  }

  /// The answer for `passkeySignIn:finalize`.
  public func assertion(challenge: [UInt8]) throws -> JSONValue {
    let client = clientData(assertionType, challenge: challenge)
    let data = authenticatorData()
    let signature = try signature(over: data + Array(SHA256.hash(data: client)))
    return [
      "id": .string(Base64URL.encode(credentialID)), "type": "public-key",
      "response": [
        "clientDataJSON": .string(Base64URL.encode(client)),
        "authenticatorData": .string(Base64URL.encode(data)),
        "signature": .string(Base64URL.encode(signature)),
        "userHandle": .string(Base64URL.encode(userHandle)),
      ],
    ]
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  private func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + Array(text.utf8) }

  private func bytes(_ bytes: [UInt8]) -> [UInt8] {
    switch bytes.count {
    case ..<24: [0x40 | UInt8(bytes.count)] + bytes
    case ..<256: [0x58, UInt8(bytes.count)] + bytes
    default: [0x59, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }
  }
}
