import Foundation
import IdentityWire

/// A Game Center player with Apple's signature.
final class GameCenterAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
  /// The values from GameKit (`fetchItems(forIdentityVerificationSignature:)`), and GameKit's data about the
  /// player.
  struct Proof: Codable, Sendable {
    var playerID: String
    var teamPlayerID: String
    var gamePlayerID: String
    var publicKeyURL: String
    var signature: Data
    var salt: Data
    /// Milliseconds since 1970.
    var timestamp: UInt64
    var displayName: String

    var message: [String: JSONValue] {
      [
        "playerId": .string(playerID), "teamPlayerId": .string(teamPlayerID),
        "gamePlayerId": .string(gamePlayerID), "publicKeyUrl": .string(publicKeyURL),
        "signature": .string(Base64URL.encode(signature)), "salt": .string(Base64URL.encode(salt)),
        "timestamp": .string(String(timestamp)), "displayName": .string(displayName),
      ]
    }
  }

  let proof: Proof

  init(_ proof: Proof) {
    self.proof = proof
    super.init(provider: GameCenterAuthProvider.id)
  }

  static var supportsSecureCoding: Bool { true }

  required init?(coder: NSCoder) {
    guard let proof = coder.json(Proof.self, for: "proof") else { return nil }
    self.proof = proof
    super.init(provider: GameCenterAuthProvider.id)
  }

  func encode(with coder: NSCoder) { coder.encode(json: proof, for: "proof") }
}
