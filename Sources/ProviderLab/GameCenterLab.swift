import Crypto
import CryptoExtras
import Foundation
import Hummingbird
import IdentityWire
import SwiftASN1
import X509

/// The proof of a player that GameKit gives an app, with all values that `accounts:signInWithGameCenter`
/// needs.
public struct LabGameCenterProof: Sendable {
  public var playerID: String
  public var teamPlayerID: String
  public var gamePlayerID: String
  public var publicKeyURL: String
  public var signature: [UInt8]
  public var salt: [UInt8]
  /// Milliseconds since 1970.
  public var timestamp: Int64
  public var displayName: String
}

/// Apple's Game Center. It has no web page for the player: GameKit creates signatures, and a server fetches
/// the key's certificate.
struct GameCenterLab: Sendable {
  static let path = "gc.apple.com/public-key"
  private static let certificateLifetime: TimeInterval = 10 * 365 * 86_400

  let lab: ProviderLab

  func addRoutes<Context: RequestContext>(to router: RouterGroup<Context>) {
    router.get(RouterPath("\(Self.path)/:name")) { _, context in
      let key = try key()
      guard context.parameters.get("name") == Self.fileName(key) else { throw HTTPError(.notFound) }
      return Response(
        status: .ok,
        headers: [.contentType: "application/pkix-cert", .cacheControl: "max-age=3600"],
        body: .init(byteBuffer: .init(bytes: try certificate(of: key))))
    }
    router.post("control/game-center") { request, _ -> Response in
      do {
        let received = try await LabRequest(request, readsJSON: true)
        return LabReply.json(try Self.message(prove(received.json)))
      } catch let error as LabError {
        return LabReply.json(["error": ["message": .string(error.message)]], .badRequest)
      }
    }
  }

  /// The signing key. It is also the key of Sign in with Apple; only the purposes differ.
  private func key() throws -> LabKey {
    guard let key = try lab.keys.published(by: .apple).first else {
      throw LabError(message: "Apple has no keys.")
    }
    return key
  }

  private static func fileName(_ key: LabKey) -> String { "gc-\(key.id).cer" }

  private func certificate(of key: LabKey) throws -> [UInt8] {
    let name = try DistinguishedName { CommonName("Game Center of the provider lab") }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(),
      publicKey: Certificate.PublicKey(key.privateKey.publicKey),
      notValidBefore: lab.now.addingTimeInterval(-86_400),
      notValidAfter: lab.now.addingTimeInterval(Self.certificateLifetime), issuer: name, subject: name,
      signatureAlgorithm: .sha256WithRSAEncryption, extensions: try Certificate.Extensions {},
      issuerPrivateKey: Certificate.PrivateKey(key.privateKey))
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }

  private func prove(_ options: [String: JSONValue]) throws -> LabGameCenterProof {
    for name in options.keys where !["person", "bundleId", "isLegacy"].contains(name) {
      throw LabError(message: "There is no option \"\(name.prefix(80))\".")
    }
    return try lab.proveGameCenterPlayer(
      options["person"]?.stringValue ?? LabPerson.everyone[0].key, bundleID: options["bundleId"]?.stringValue,
      isLegacy: options["isLegacy"]?.boolValue ?? false)
  }

  private static func message(_ proof: LabGameCenterProof) -> JSONValue {
    [
      "playerId": .string(proof.playerID), "teamPlayerId": .string(proof.teamPlayerID),
      "gamePlayerId": .string(proof.gamePlayerID), "publicKeyUrl": .string(proof.publicKeyURL),
      "signature": .string(Base64URL.encode(proof.signature)), "salt": .string(Base64URL.encode(proof.salt)),
      "timestamp": .string(String(proof.timestamp)), "displayName": .string(proof.displayName),
    ]
  }

  fileprivate func proof(_ person: LabPerson, bundleID: String, isLegacy: Bool) throws -> LabGameCenterProof {
    let digest = LabDigest.hexadecimal(SHA256.hash(data: Data("game-center:\(person.key)".utf8)))
    let key = try key()
    var proof = LabGameCenterProof(
      playerID: isLegacy ? "G:\(digest.prefix(10))" : "", teamPlayerID: "T:_\(digest.prefix(32))",
      gamePlayerID: "A:_\(digest.suffix(32))",
      publicKeyURL: "\(lab.baseURL)/\(Self.path)/\(Self.fileName(key))", signature: [],
      salt: Array(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }.prefix(4)),
      timestamp: Int64(lab.now.timeIntervalSince1970 * 1_000), displayName: person.login)
    var message = Array((isLegacy ? proof.playerID : proof.teamPlayerID).utf8) + Array(bundleID.utf8)
    withUnsafeBytes(of: UInt64(bitPattern: proof.timestamp).bigEndian) { message += $0 }
    message += proof.salt
    proof.signature = Array(
      try key.privateKey.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        .rawRepresentation)
    return proof
  }
}

extension ProviderLab {
  /// The address of the lab's Game Center certificates, for a provider's setting.
  public var gameCenterCertificates: String { "\(baseURL)/\(GameCenterLab.path)/" }

  /// Makes a proof that one of the lab's people is a player.
  ///
  /// - Parameters:
  ///   - bundleID: the app's bundle ID; nil for the bundle ID that is registered with Apple.
  ///   - isLegacy: true to sign the player's old ID, which Apple has replaced, instead of the team-scoped ID.
  /// - Throws: ``LabError`` for an unknown person.
  public func proveGameCenterPlayer(
    _ person: String = "ada", bundleID: String? = nil, isLegacy: Bool = false
  ) throws -> LabGameCenterProof {
    guard let person = LabPerson.named(person) else {
      throw LabError(message: "There is nobody called \"\(person.prefix(80))\".")
    }
    return try GameCenterLab(lab: self).proof(
      person, bundleID: bundleID ?? Self.clients.apple.bundleID, isLegacy: isLegacy)
  }
}
