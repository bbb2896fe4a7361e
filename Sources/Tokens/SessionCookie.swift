import Identity
import IdentityWire

/// Session cookies: what an ID token says, for longer, for servers that keep browsers signed in.
///
/// This server issues them and takes none: its own operations want ID tokens.
public struct SessionCookie: Sendable {
  /// Seconds that may be asked for. One can end sooner, with the sign-in that it is of.
  public static let minimumLifetime: Int64 = 300
  public static let maximumLifetime: Int64 = 1_209_600
  static let issuerPrefix = "https://session.firebase.google.com/"

  public let text: String

  /// - Parameters:
  ///   - token: whose claims the cookie has. The caller has checked that the account still accepts it.
  ///   - lifetime: seconds, from 1 on.
  /// - Throws: as ``IDTokenIssuer/issue(account:signIn:project:authenticatedAt:now:)``; `INVALID_DURATION`.
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
    // Of use to us alone, and for the ID token alone.
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
