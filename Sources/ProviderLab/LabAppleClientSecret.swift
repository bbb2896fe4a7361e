import Crypto
import Foundation
import IdentityWire

/// The JWT that Apple accepts as a client secret
/// (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
enum LabAppleClientSecret {
  /// The maximum time from `iat` to `exp` in seconds: six months.
  static let maximumLifetime: Int64 = 15_777_000

  static func sign(
    privateKeyPEM: String, keyID: String, teamID: String, clientID: String, issuedAt: Date,
    lifetime: TimeInterval
  ) throws -> String {
    let key = try P256.Signing.PrivateKey(pemRepresentation: privateKeyPEM)
    let seconds = Int64(issuedAt.timeIntervalSince1970)
    let header = ClaimList([("alg", "ES256"), ("kid", .string(keyID))])
    let claims = ClaimList([
      ("iss", .string(teamID)), ("iat", .integer(seconds)), ("exp", .integer(seconds + Int64(lifetime))),
      ("aud", .string(AppleLab.issuer)), ("sub", .string(clientID)),
    ])
    let input = "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(claims.bytes))"
    let signature = try key.signature(for: Array(input.utf8))
    return "\(input).\(Base64URL.encode(signature.rawRepresentation))"
  }

  /// True for a valid secret of the registered team and key for this client.
  static func isValid(_ secret: String, clientID: String, at now: Date) -> Bool {
    let app = ProviderLab.clients.apple
    let seconds = Int64(now.timeIntervalSince1970)
    guard let jwt = try? UnverifiedJWT(secret), jwt.algorithm == "ES256", jwt.keyID == app.keyID,
      jwt.issuer == app.teamID, jwt.subject == clientID, jwt.audiences == [AppleLab.issuer],
      let issuedAt = jwt.claims["iat"]?.integerValue, let expiry = jwt.claims["exp"]?.integerValue,
      expiry > seconds, issuedAt <= seconds + 60, expiry - issuedAt <= maximumLifetime,
      let key = try? P256.Signing.PrivateKey(pemRepresentation: app.privateKeyPEM),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jwt.signature)
    else { return false }
    return key.publicKey.isValidSignature(signature, for: jwt.signingInput)
  }
}
