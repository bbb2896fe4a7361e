import Crypto
import Foundation
import IdentityWire
import Synchronization
import CryptoExtras

/// One of a provider's RSA keys.
struct LabKey: Sendable {
  let id: String
  let privateKey: _RSA.Signing.PrivateKey

  init(id: String, privateKey: _RSA.Signing.PrivateKey) {
    self.id = id
    self.privateKey = privateKey
  }

  /// Takes some 60 ms.
  static func generate() throws -> LabKey {
    LabKey(id: LabDigest.randomAlphanumeric(10), privateKey: try .init(keySize: .bits2048))
  }

  func jwk() throws -> JSONValue {
    let primitives = try privateKey.publicKey.getKeyPrimitives()
    return [
      "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(id),
      "n": .string(Base64URL.encode(primitives.modulus)),
      "e": .string(Base64URL.encode(primitives.publicExponent)),
    ]
  }
}

/// The keys of every provider that signs, the current one first and one in reserve, all published.
final class LabKeyRing: Sendable {
  static let signers: [LabProviderID] = [.apple, .facebook, .google, .openID]
  static let maximumKeys = 6

  typealias Keys = [LabProviderID: [LabKey]]

  private let keys: Mutex<Keys>
  private let file: String?

  /// Labs without a file share one set in a process: making keys is slow, and tests make many labs.
  private static let inMemory = Result { try generate() }

  /// - Throws: when the file holds no keys or cannot be written.
  init(file: String?) throws {
    self.file = file
    guard let file else {
      keys = Mutex(try Self.inMemory.get())
      return
    }
    if FileManager.default.fileExists(atPath: file) {
      keys = Mutex(try LabKeyFile.read(file))
    } else {
      let made = try Self.generate()
      try LabKeyFile.write(made, to: file)
      keys = Mutex(made)
    }
  }

  private static func generate() throws -> Keys {
    var keys: Keys = [:]
    for provider in signers { keys[provider] = [try .generate(), try .generate()] }
    return keys
  }

  /// Empty for a provider that does not sign.
  func published(by provider: LabProviderID) -> [LabKey] { keys.withLock { $0[provider] ?? [] } }

  func jwks(of provider: LabProviderID) throws -> JSONValue {
    ["keys": .array(try published(by: provider).map { try $0.jwk() })]
  }

  /// Makes a new current key. The ones before stay published unless they are to be retired.
  func rotate(_ provider: LabProviderID, retiringOthers: Bool) throws {
    guard Self.signers.contains(provider) else {
      throw LabError(message: "\(provider.rawValue) has no ID tokens, so it has no keys.")
    }
    let new = try LabKey.generate()
    let all = keys.withLock { keys in
      let old = retiringOthers ? [] : (keys[provider] ?? []).prefix(Self.maximumKeys - 1)
      keys[provider] = [new] + old
      return keys
    }
    if let file { try LabKeyFile.write(all, to: file) }
  }
}
