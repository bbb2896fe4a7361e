import Crypto
import Foundation
import Identity
import IdentityWire

/// Apple's client authentication: a JWT signed with the developer's key (ES256), for one request.
enum AppleClientSecret {
  /// The lifetime in seconds. Apple accepts half a year, but one request needs less.
  static let lifetime: Int64 = 300
  static let audience = "https://appleid.apple.com"

  /// - Throws: an error if settings or the key are missing, or if the key is not PEM text of a P-256 key.
  static func make(
    settings: ProviderSettings, secrets: ProviderSecrets, now: Instant
  ) throws(IdentityError) -> String {
    guard let apple = settings.apple, !apple.teamID.isEmpty, !apple.keyID.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its team id and key id")
    }
    guard let pem = secrets.privateKey, !pem.isEmpty,
      let key = try? P256.Signing.PrivateKey(pemRepresentation: pem.reveal())
    else { throw .incompleteConfiguration(settings.providerID, needs: "its private key (PEM, P-256)") }
    let header: JSONValue = ["alg": "ES256", "kid": .string(apple.keyID)]
    let claims: JSONValue = [
      "iss": .string(apple.teamID), "iat": .integer(now.seconds),
      "exp": .integer(now.seconds + lifetime), "aud": .string(audience),
      "sub": .string(settings.clientID),
    ]
    let secret = try? CompactJWS.make(header: header, claims: claims) {
      try key.signature(for: $0).rawRepresentation
    }
    guard let secret else {
      throw .incompleteConfiguration(settings.providerID, needs: "a private key that can sign")
    }
    CheckTrace.pass(.clientSecret, seen: "\(apple.teamID), \(apple.keyID)")
    return secret
  }
}
