import Identity
import IdentityWire

/// What a valid ID token says. Whether its account still exists, is enabled and has not revoked it is for
/// the caller to look up: see ``UserSession/requireValid(for:requiresFactor:)``.
@dynamicMemberLookup
public struct VerifiedIDToken: Sendable {
  /// In whose name its bearer acts.
  public var session: UserSession
  public var expiresAt: Instant
  /// Nil for one that nobody signed.
  public var keyID: String?
  /// All claims, as they stand.
  public var payload: JSONMembers

  public subscript<Value>(dynamicMember member: KeyPath<UserSession, Value>) -> Value {
    session[keyPath: member]
  }
}

/// Tells whether a text is an ID token of a project.
///
/// Everything that the key ring signs is a JWT. What tells its kinds apart is signed, and nothing a client
/// sends has a say in it:
///
/// - An **ID token** has an issuer of the project, the current or a former one in its grace period
///   (``Project/accepts(issuer:now:)``), exactly the project's id as `aud`, a `user_id` equal to its `sub`, an
///   `auth_time`, and a `firebase` object with a `sign_in_provider`.
/// - A **session cookie** has the same claims under the issuer
///   `https://session.firebase.google.com/<project>`, which is refused here whatever a project is set to.
/// - An **access token** of a service account has the type `at+jwt` in its header (RFC 9068), which every
///   other kind lacks; ``AccessTokenVerifier`` takes no other.
/// - A **message to a function or hook** has the address that it goes to as `aud`.
///
/// No account's or custom token's claims can imitate one of them, since `iss`, `aud`, `sub` and `firebase`
/// are among ``ReservedClaims``. Custom tokens and provider tokens are signed by others and fail at the key;
/// refresh tokens, codes and pending credentials are not JWTs at all.
///
/// The algorithm is the key's, the key must be in the ring, and a header with anything beyond `alg`, `kid`,
/// `typ` and our one private parameter is refused (RFC 8725 sections 3.1 and 3.10). A development server that has
/// ``UnsignedTokens`` takes ID tokens without a signature, too: those that it could have made itself.
public struct IssuedTokenVerifier: Sendable {
  /// Seconds by which the clock of the node that issued a token may be ahead of ours. This applies to `iat`
  /// alone: no token lives a second longer for it.
  public static let allowedClockSkew: Int64 = 60
  private let keys: KeyRing
  private let unsigned: UnsignedTokens?

  /// - Parameter unsigned: nil takes no token without a signature.
  public init(keys: KeyRing, unsigned: UnsignedTokens? = nil) {
    self.keys = keys
    self.unsigned = unsigned
  }

  /// - Parameter project: the one that the token must be of.
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

  /// As ``verify(_:project:now:)-(String,_,_)``, for one that was taken apart already.
  public func verify(
    _ token: UnverifiedJWT, project: Project, now: Instant
  ) async throws(TokenFailure) -> VerifiedIDToken {
    let result: VerifiedIDToken
    if let unsigned, let sessionClaims = try unsigned.sessionClaims(of: token) {
      result = try Self.read(token, keyID: nil, sessionClaims: sessionClaims, project: project, now: now)
      // What another program made up may say anything.
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
  /// A date among the claims, as far as it fits what dates are used for.
  func moment(_ name: String) -> Instant? {
    guard let seconds = payload[name]?.integerValue, (0...1_000_000_000_000).contains(seconds) else {
      return nil
    }
    return Instant(seconds: seconds)
  }
}
