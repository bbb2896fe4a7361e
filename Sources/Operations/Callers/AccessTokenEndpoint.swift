import Crypto
import Foundation
import Identity
import IdentityWire
import Tokens

/// The token endpoint: access tokens for service accounts (RFC 7523).
public struct AccessTokenEndpoint: Sendable {
  /// The paths of the endpoint. The first is written to the service accounts' key files.
  public static let paths = ["/oauth2.googleapis.com/token", "/token"]
  /// Audiences that Google's own libraries use, even if the key file has another `token_uri`. They are safe: only this
  /// server accepts signatures of the service account's key, so no other server accepts the assertion.
  static let wellKnownAudiences = [
    "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
    "https://www.googleapis.com/oauth2/v4/token",
  ]
  static let maximumIDLength = 256

  private let service: IdentityService
  private let audiences: [String]

  /// - Parameter origins: the server's configured origins.
  public init(service: IdentityService, origins: [String]) {
    self.service = service
    audiences = origins.flatMap { origin in Self.paths.map { origin + $0 } } + Self.wellKnownAudiences
  }

  /// Issues an access token with those of the requested scopes that the service account has.
  ///
  /// An assertion with a `jti` can be redeemed once. Google's libraries set no `jti`, and two processes that start in
  /// the same second sign identical assertions. So an assertion without a `jti` is valid until it expires.
  ///
  /// - Parameter network: the client's network; nil if its address is unknown.
  public func answer(_ request: AccessTokenRequest, from network: ClientNetwork?)
    async throws(OAuthError) -> AccessTokenResponse
  {
    guard let grantType = request.grantType, !grantType.isEmpty else {
      throw OAuthError(.invalidRequest, "Missing required parameter: grant_type")
    }
    guard grantType == AccessTokenRequest.jwtBearer else {
      throw OAuthError(.unsupportedGrantType, "The grant type is not supported.")
    }
    guard let assertion = request.assertion, !assertion.isEmpty else {
      throw OAuthError(.invalidRequest, "Missing required parameter: assertion")
    }
    guard let token = try? UnverifiedJWT(assertion) else {
      throw OAuthError(.invalidGrant, "Invalid JWT: it cannot be read.")
    }
    let now = service.clock.now()
    let project = try await project(of: token, from: CredentialBearer(network: network, service.limits))
    let verified = try verify(token, project, now: now)
    let (granted, isReduced) = try scopes(verified)
    try await redeem(verified, in: project.id, now: now)
    let issued = try await mappingToOAuthError { () async throws(IdentityError) in
      try await AccessToken.issue(
        to: verified.account, of: project.id, keyID: verified.keyID, scopes: granted, now: now,
        random: service.random, signer: service.issuer.signer)
    }
    return AccessTokenResponse(
      accessToken: issued.text, expiresIn: AccessToken.lifetime,
      scope: isReduced ? AccessScope.text(granted) : nil)
  }

  private func project(of token: UnverifiedJWT, from bearer: CredentialBearer) async throws(OAuthError)
    -> Project
  {
    guard let id = token.issuer.flatMap(ServiceAccount.project(ofEmail:)) else { throw Self.notFound }
    let found = try await mappingToOAuthError { () async throws(IdentityError) in
      try await service.projects.project(id, ofSignerOf: token, from: bearer)
    }
    guard let found else { throw Self.notFound }
    return found
  }

  private func verify(_ token: UnverifiedJWT, _ project: Project, now: Instant) throws(OAuthError)
    -> ServiceAccountJWT
  {
    do {
      return try ServiceAccountJWT(
        token, accounts: project.serviceAccounts, audiences: audiences, requiresSubject: false, now: now)
    } catch {
      switch error {
      case .unknownSigner: throw Self.notFound
      case .badSignature: throw OAuthError(.invalidGrant, "Invalid JWT Signature.")
      case .wrongAudience:
        throw OAuthError(.invalidGrant, "Invalid JWT: its audience is not this token endpoint.")
      case .expired, .issuedInFuture, .livesTooLong:
        throw OAuthError(
          .invalidGrant,
          "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check "
            + "your iat and exp values in the JWT claim.")
      case .malformed(let what): throw OAuthError(.invalidGrant, "Invalid JWT: \(what)")
      }
    }
  }

  private static var notFound: OAuthError {
    OAuthError(.invalidGrant, "Invalid grant: account or key not found")
  }

  private func scopes(_ assertion: ServiceAccountJWT) throws(OAuthError) -> (Set<AccessScope>, Bool) {
    guard let text = assertion.claims["scope"]?.stringValue else {
      throw OAuthError(.invalidScope, "The assertion has to name the requested scopes.")
    }
    let granted = AccessScope.parse(text).intersection(assertion.account.scopes)
    guard !granted.isEmpty else {
      throw OAuthError(.invalidScope, "The service account is allowed none of the requested scopes.")
    }
    return (granted, granted.count < Set(text.split(separator: " ")).count)
  }

  private func redeem(_ assertion: ServiceAccountJWT, in project: ProjectID, now: Instant)
    async throws(OAuthError)
  {
    guard let value = assertion.claims["jti"] else { return }
    guard let id = value.stringValue, (1...Self.maximumIDLength).contains(id.utf8.count) else {
      throw OAuthError(.invalidGrant, "Invalid JWT: its id has to be text of at most 256 bytes.")
    }
    let digest = Base64URL.encode(SHA256.hash(data: Data(id.utf8)))
    do throws(StoreError) {
      try await service.store.apply([
        .redeem(
          key: "assertion/\(assertion.account.uniqueID)/\(digest)", scope: Scope(project: project),
          expiresAt: assertion.expiresAt, now: now)
      ])
    } catch {
      if case .alreadyRedeemed = error {
        throw OAuthError(.invalidGrant, "Invalid JWT: it was used before.")
      }
      throw OAuthError(IdentityError(error))
    }
  }

  private func mappingToOAuthError<Value>(_ body: () async throws(IdentityError) -> Value)
    async throws(OAuthError)
    -> Value
  {
    do { return try await body() } catch { throw OAuthError(error) }
  }
}

extension OAuthError {
  /// An outage of a dependency. Other errors of operations do not reach this endpoint.
  init(_ error: IdentityError) {
    self.init(.temporarilyUnavailable, "The server cannot answer now.")
    httpStatus = error.kind == .busy ? 429 : 503
    retryAfter = error.retryAfter
    cause = error.cause ?? error.message
  }
}
