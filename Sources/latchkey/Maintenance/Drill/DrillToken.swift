import Identity
import IdentityWire
import JSONWebKeys

/// Checks an ID token as a back end does: only with the server's key set (Firebase's documentation, "Verify
/// ID tokens using a third-party JWT library").
enum DrillToken {
  /// - Parameter keys: the document at `/.well-known/jwks.json`.
  /// - Returns: the id of the key that signed the token.
  static func check(
    _ token: String, keys document: [UInt8], project: Project, user: String, now: Instant
  ) throws(CommandFailure) -> String {
    guard let keys = VerificationKeySet(json: document) else {
      throw CommandFailure(.unhealthy, "The key set cannot be read.")
    }
    let parts: UnverifiedJWT
    do { parts = try UnverifiedJWT(token) } catch {
      throw CommandFailure(.unhealthy, "The ID token is not a JWT.")
    }
    guard let id = parts.keyID, let key = keys[id], let algorithm = parts.algorithm else {
      throw CommandFailure(.unhealthy, "The key set does not have the key of the ID token.")
    }
    guard key.isValid(signature: parts.signature, over: parts.signingInput, by: algorithm) else {
      throw CommandFailure(.unhealthy, "The signature of the ID token is wrong.")
    }
    guard parts.issuer == Project.officialIssuer(of: project.id), parts.audiences == [project.id.rawValue],
      parts.subject == user, let expiry = parts.payload["exp"]?.integerValue, expiry > now.seconds
    else { throw CommandFailure(.unhealthy, "The ID token belongs to another user, or has expired.") }
    return id
  }
}
