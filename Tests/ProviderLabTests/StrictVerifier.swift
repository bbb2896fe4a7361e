import Foundation
import IdentityWire
import JWTKit

/// A relying party that is strict about everything and names the first thing it dislikes.
enum StrictVerifier {
  private struct Payload: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  /// Nil when the token is in order.
  static func objection(
    to token: String, keySet: String, issuer: String, audience: String, nonce: String, now: Date
  ) async throws -> String? {
    let jwt = try UnverifiedJWT(token)
    guard jwt.algorithm == "RS256" else { return "alg" }
    let published = try JSONParser().parse(keySet)["keys"]?.arrayValue ?? []
    guard published.contains(where: { $0["kid"]?.stringValue == jwt.keyID }) else { return "kid" }
    let keys = try await JWTKeyCollection().add(jwksJSON: keySet)
    guard (try? await keys.verify(token, as: Payload.self)) != nil else { return "signature" }
    if jwt.issuer != issuer { return "iss" }
    if jwt.audiences != [audience] { return "aud" }
    let seconds = Int64(now.timeIntervalSince1970)
    guard let expiry = jwt.claims["exp"]?.integerValue else { return "exp missing" }
    guard let issuedAt = jwt.claims["iat"]?.integerValue else { return "iat missing" }
    if expiry <= seconds { return "expired" }
    if issuedAt > seconds { return "iat ahead" }
    guard let subject = jwt.subject else { return "sub missing" }
    if subject.isEmpty { return "sub empty" }
    guard let claimed = jwt.claims["nonce"]?.stringValue else { return "nonce missing" }
    return claimed == nonce ? nil : "nonce"
  }
}
