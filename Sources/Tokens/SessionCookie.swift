import Identity
import IdentityWire

/// Session cookies: the claims of an ID token with a longer lifetime, for servers that keep browsers signed
/// in.
///
/// This server issues session cookies but does not accept them: its own operations require ID tokens.
public struct SessionCookie: Sendable {
  /// The shortest lifetime, in seconds, that can be requested. A cookie expires sooner if its sign-in ends
  /// sooner.
  public static let minimumLifetime: Int64 = 300
  public static let maximumLifetime: Int64 = 1_209_600
  static let issuerPrefix = "https://session.firebase.google.com/"

  public let text: String

  /// - Parameters:
  ///   - token: the ID token whose claims the cookie copies. The caller has checked that the account still
  ///     accepts this ID token.
  ///   - lifetime: seconds, at least 1.
  /// - Throws: the errors of ``IDTokenIssuer/issue(account:signIn:project:authenticatedAt:now:)``;
  ///   `INVALID_DURATION`.
  public static func issue(
    for token: VerifiedIDToken, lifetime: Int64, now: Instant, issuer: IDTokenIssuer
  ) async throws(IdentityError) -> SessionCookie {
    guard (1...maximumLifetime).contains(lifetime) else {
      throw .refused(.invalidDuration)
    }
    var claims = token.payload.dictionary
    claims["iss"] = .string(issuerPrefix + token.scope.project.rawValue)
    claims["iat"] = .integer(now.seconds)
    claims["exp"] = .integer(now.seconds + lifetime)
    // Only this server uses `token_epoch`, and only in ID tokens.
    if var firebase = claims["firebase"]?.objectValue {
      firebase["token_epoch"] = nil
      claims["firebase"] = .object(firebase)
    }
    var writer = JSONWriter(reserving: 1024)
    writer.write(.object(claims))
    if let unsigned = issuer.unsigned { return SessionCookie(text: try unsigned.token(writer)) }
    return SessionCookie(text: try await issuer.signer.sign(writer, type: .jwt, now: now))
  }
}
