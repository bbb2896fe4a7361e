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

  /// Generates a key, which takes about 60 ms.
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

/// The published keys of every provider that signs: first the current key, then a reserve key. A provider's keys are
/// made or read at their first use: each takes about 60 ms, and most keys are never needed.
final class LabKeyRing: Sendable {
  static let signers: [LabProviderID] = [
    .apple, .facebook, .google, .line, .linkedIn, .microsoft, .openID, .saml, .yahoo,
  ]
  static let maximumKeys = 6

  typealias Keys = [LabProviderID: [LabKey]]

  private struct State {
    var keys: Keys = [:]
    /// The keys in the file that were not used yet.
    var unread: LabKeyFile.Entries = [:]
  }

  private let state = Mutex(State())
  private let file: String?

  /// Labs without a file share one set of keys in a process, because tests make many labs.
  private static let inMemory = Mutex<Keys>([:])

  /// - Throws: an error if the file contains no keys.
  init(file: String?) throws {
    self.file = file
    guard let file, FileManager.default.fileExists(atPath: file) else { return }
    let entries = try LabKeyFile.read(file)
    state.withLock { $0.unread = entries }
  }

  /// The published keys; empty for a provider that does not sign.
  ///
  /// - Throws: an error if a key in the file cannot be read, or the file cannot be written.
  func published(by provider: LabProviderID) throws -> [LabKey] {
    guard Self.signers.contains(provider) else { return [] }
    return try state.withLock { state in
      if let keys = state.keys[provider] { return keys }
      if let entries = state.unread[provider], let file {
        let keys = try entries.map { try LabKeyFile.key($0, of: file) }
        state.keys[provider] = keys
        return keys
      }
      let keys = try file == nil ? Self.shared(by: provider) : Self.generate()
      state.keys[provider] = keys
      try write(&state)
      return keys
    }
  }

  private static func shared(by provider: LabProviderID) throws -> [LabKey] {
    try inMemory.withLock { shared in
      if let keys = shared[provider] { return keys }
      let keys = try generate()
      shared[provider] = keys
      return keys
    }
  }

  private static func generate() throws -> [LabKey] {
    let keys = Mutex<[Result<LabKey, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      let key = Result { try LabKey.generate() }
      keys.withLock { $0.append(key) }
    }
    return try keys.withLock(\.self).map { try $0.get() }
  }

  func jwks(of provider: LabProviderID) throws -> JSONValue {
    ["keys": .array(try published(by: provider).map { try $0.jwk() })]
  }

  /// The ids of the published keys; empty before the first use of the keys.
  func identifiers(of provider: LabProviderID) -> [String] {
    state.withLock { $0.keys[provider]?.map(\.id) ?? $0.unread[provider]?.map(\.id) ?? [] }
  }

  /// Makes a new current key. Older keys stay published unless they are retired.
  func rotate(_ provider: LabProviderID, retiringOthers: Bool) throws {
    guard Self.signers.contains(provider) else {
      throw LabError(message: "\(provider.rawValue) signs nothing, so it has no keys.")
    }
    let published = try published(by: provider)
    let new = try LabKey.generate()
    try state.withLock { state in
      let old = retiringOthers ? [] : (state.keys[provider] ?? published).prefix(Self.maximumKeys - 1)
      state.keys[provider] = [new] + old
      try write(&state)
    }
  }

  private func write(_ state: inout State) throws {
    guard let file else { return }
    try LabKeyFile.write(
      state.unread.merging(state.keys.mapValues { $0.map(LabKeyFile.Entry.init) }) { $1 }, to: file)
  }
}
