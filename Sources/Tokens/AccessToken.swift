import Identity
import IdentityWire

/// An OAuth 2.0 access token of a service account: a JWT (RFC 9068) signed with the ring's active key.
public struct AccessToken: Sendable {
  /// The lifetime in seconds.
  public static let lifetime: Int64 = 3600
  static let issuerPrefix = "https://oauth2.googleapis.com/"
  static let audience = "https://identitytoolkit.googleapis.com/"

  public let text: String

  /// - Parameters:
  ///   - keyID: the id of the account's key that was used. If this key is deleted, the token is no longer
  ///     valid.
  ///   - scopes: a subset of the account's scopes.
  public static func issue(
    to account: ServiceAccount, of project: ProjectID, keyID: String, scopes: Set<AccessScope>,
    now: Instant, random: any RandomSource, signer: JWTSigner
  ) async throws(IdentityError) -> AccessToken {
    var writer = JSONWriter(reserving: 512)
    writer.beginObject()
    writer.member("iss", issuerPrefix + project.rawValue)
    writer.member("sub", account.email)
    writer.member("aud", audience)
    writer.member("client_id", account.uniqueID)
    writer.member("client_key", keyID)
    writer.member("scope", AccessScope.text(scopes))
    writer.member("iat", now.seconds)
    writer.member("exp", now.seconds + lifetime)
    writer.member("jti", Base64URL.encode(random.bytes(16)))
    writer.endObject()
    return AccessToken(text: try await signer.sign(writer, type: .accessToken, now: now))
  }
}

/// The content of a valid access token. The caller has to check that the account and its key still exist.
public struct VerifiedAccessToken: Sendable {
  public var project: ProjectID
  /// The service account's address.
  public var email: String
  /// ``ServiceAccount/uniqueID``. If an account is deleted and created again with the same address, it has
  /// another unique id.
  public var uniqueID: String
  /// The id of the service account's key.
  public var keyID: String
  public var scopes: Set<AccessScope>
  public var expiresAt: Instant
}

/// Verifies that a text is an access token of this server.
public struct AccessTokenVerifier: Sendable {
  private let keys: KeyRing

  public init(keys: KeyRing) { self.keys = keys }

  public func verify(_ text: String, now: Instant) async throws(TokenFailure) -> VerifiedAccessToken {
    let token: UnverifiedJWT
    do {
      token = try UnverifiedJWT(text)
    } catch {
      throw .malformed(error == .tooLarge ? "too large" : "not a JWT")
    }
    _ = try await keys.header(of: token, type: .accessToken, now: now)
    guard let issuer = token.issuer, issuer.hasPrefix(AccessToken.issuerPrefix),
      let project = ProjectID(rawValue: String(issuer.dropFirst(AccessToken.issuerPrefix.count))),
      (token.payload["aud"]?.stringValue).hasSameBytes(as: AccessToken.audience)
    else { throw .wrongKind }
    guard let email = token.subject, ServiceAccount.project(ofEmail: email) == project,
      let uniqueID = token.payload["client_id"]?.stringValue,
      let keyID = token.payload["client_key"]?.stringValue,
      let scope = token.payload["scope"]?.stringValue
    else { throw .malformed("claims") }
    guard let issuedAt = token.moment("iat"), let expiresAt = token.moment("exp") else {
      throw .malformed("times")
    }
    guard expiresAt > now else { throw .expired }
    guard issuedAt <= now.adding(seconds: IssuedTokenVerifier.allowedClockSkew) else { throw .issuedInFuture }
    return VerifiedAccessToken(
      project: project, email: email, uniqueID: uniqueID, keyID: keyID, scopes: AccessScope.parse(scope),
      expiresAt: expiresAt)
  }
}
