import Identity
import IdentityWire

/// The content of a valid ID token. The caller has to check that the account still exists, is enabled and has
/// not revoked the token: see ``UserSession/requireValid(for:requiresFactor:)``.
@dynamicMemberLookup
public struct VerifiedIDToken: Sendable {
  /// The session that the bearer acts in.
  public var session: UserSession
  public var expiresAt: Instant
  /// Nil for an unsigned token.
  public var keyID: String?
  /// All claims, unchanged.
  public var payload: JSONMembers

  public subscript<Value>(dynamicMember member: KeyPath<UserSession, Value>) -> Value {
    session[keyPath: member]
  }
}

/// Verifies that a text is an ID token of a project.
///
/// The key ring signs only JWTs. Signed values distinguish the kinds of JWTs, and a client cannot influence
/// these values:
///
/// - An **ID token** has an issuer of the project: the current issuer, or a former issuer in its grace
///   period (``Project/accepts(issuer:now:)``). Its `aud` is exactly the project's id, and its `user_id`
///   equals its `sub`. It has an `auth_time`, and a `firebase` object with a `sign_in_provider`.
/// - A **session cookie** has the same claims under the issuer
///   `https://session.firebase.google.com/<project>`. This issuer is always refused here, even if the
///   project's settings name it.
/// - An **access token** of a service account has the type `at+jwt` in its header (RFC 9068). No other kind
///   has this type, and ``AccessTokenVerifier`` requires it.
/// - A **message to a function or hook** has its receiver's address as `aud`.
///
/// The claims of an account or custom token cannot imitate another kind, because `iss`, `aud`, `sub` and
/// `firebase` are among ``ReservedClaims``. Custom tokens and provider tokens have other signers, so their
/// key is unknown. Refresh tokens, codes and pending credentials are not JWTs.
///
/// The key determines the algorithm, and the key must be in the ring. A header with a member other than
/// `alg`, `kid`, `typ` and our one private parameter is refused (RFC 8725 sections 3.1 and 3.10). A
/// development server with ``UnsignedTokens`` also accepts unsigned ID tokens that it could have made
/// itself.
public struct IssuedTokenVerifier: Sendable {
  /// The seconds by which the issuing node's clock may be ahead of ours. They apply only to `iat` and do
  /// not extend a token's lifetime.
  public static let allowedClockSkew: Int64 = 60
  private let keys: KeyRing
  private let unsigned: UnsignedTokens?

  /// - Parameter unsigned: nil if unsigned tokens are refused.
  public init(keys: KeyRing, unsigned: UnsignedTokens? = nil) {
    self.keys = keys
    self.unsigned = unsigned
  }

  /// - Parameter project: the token's expected project.
  public func verify(
    _ text: String, project: Project, now: Instant
  ) async throws(TokenFailure) -> VerifiedIDToken {
    let token: UnverifiedJWT
    do {
      token = try UnverifiedJWT(text)
    } catch {
      throw .malformed(error == .tooLarge ? "too large" : "not a JWT")
    }
    return try await verify(token, project: project, now: now)
  }

  /// Verifies a parsed token, otherwise like ``verify(_:project:now:)-(String,_,_)``.
  public func verify(
    _ token: UnverifiedJWT, project: Project, now: Instant
  ) async throws(TokenFailure) -> VerifiedIDToken {
    let result: VerifiedIDToken
    if let unsigned, let sessionClaims = try unsigned.sessionClaims(of: token) {
      result = try Self.read(token, keyID: nil, sessionClaims: sessionClaims, project: project, now: now)
      // An unsigned token may come from another program and contain anything.
      guard result.expiresAt == result.issuedAt.adding(seconds: IDToken.lifetime),
        result.authenticatedAt <= result.issuedAt
      else { throw .malformed("times") }
    } else {
      let header = try await keys.header(of: token, type: .jwt, now: now)
      result = try Self.read(
        token, keyID: header.keyID, sessionClaims: header.sessionClaims, project: project, now: now)
    }
    guard result.expiresAt > now else { throw .expired }
    guard result.issuedAt <= now.adding(seconds: Self.allowedClockSkew) else { throw .issuedInFuture }
    return result
  }

  private static func read(
    _ token: UnverifiedJWT, keyID: String?, sessionClaims: [String], project: Project, now: Instant
  ) throws(TokenFailure) -> VerifiedIDToken {
    guard let issuer = token.issuer else { throw .malformed("iss") }
    guard !issuer.hasPrefix(SessionCookie.issuerPrefix) else { throw .wrongKind }
    guard project.accepts(issuer: issuer, now: now),
      (token.payload["aud"]?.stringValue).hasSameBytes(as: project.id.rawValue)
    else {
      throw .wrongProject
    }
    guard let subject = token.subject, let accountID = AccountID(rawValue: subject),
      (token.payload["user_id"]?.stringValue).hasSameBytes(as: subject)
    else { throw .malformed("sub") }
    guard let issuedAt = token.moment("iat"), let expiresAt = token.moment("exp"),
      let authenticatedAt = token.moment("auth_time")
    else { throw .malformed("times") }
    guard let firebase = token.payload.members("firebase"),
      let provider = firebase["sign_in_provider"]?.stringValue, !provider.isEmpty
    else { throw .wrongKind }
    var tenant: TenantID?
    if let value = firebase["tenant"] {
      guard let text = value.stringValue, let id = TenantID(rawValue: text) else {
        throw .malformed("tenant")
      }
      tenant = id
    }

    var signIn = SignInFacts(provider: provider)
    if let kind = firebase["sign_in_second_factor"]?.stringValue,
      let enrollmentID = firebase["second_factor_identifier"]?.stringValue
    {
      signIn.secondFactor = .init(enrollmentID: enrollmentID, kind: kind)
    }
    signIn.attributes = firebase["sign_in_attributes"]
    for name in sessionClaims where !ReservedClaims.contains(name) {
      signIn.additionalClaims[name] = token.payload[name]
    }
    let session = UserSession(
      accountID: accountID, scope: Scope(project: project.id, tenant: tenant),
      authenticatedAt: authenticatedAt, issuedAt: issuedAt, signIn: signIn,
      tokenEpoch: firebase["token_epoch"]?.integerValue ?? 0)
    return VerifiedIDToken(
      session: session, expiresAt: expiresAt, keyID: keyID, payload: token.payload)
  }
}

extension UnverifiedJWT {
  /// A date among the claims; nil if it is out of the supported range.
  func moment(_ name: String) -> Instant? {
    guard let seconds = payload[name]?.integerValue, (0...1_000_000_000_000).contains(seconds) else {
      return nil
    }
    return Instant(seconds: seconds)
  }
}
