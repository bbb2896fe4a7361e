import Identity
import IdentityWire

/// Revokes an app's access to a user's account at a provider, with the token that was stored at a sign-in.
public struct GrantRevocation: Sendable {
  /// The outcome of an attempt. The reasons are for the log: they contain no secrets and no user data.
  public enum Outcome: Sendable, Equatable {
    /// The app has no access now.
    case revoked
    /// The attempt failed, but a later one may succeed.
    ///
    /// - Parameters:
    ///   - isDown: true if every token would fail: the provider does not respond, has a server error or
    ///     limits requests, or its settings or discovery document are unusable.
    ///   - retryAfter: how many seconds the provider asked to wait.
    case failed(reason: String, isDown: Bool = false, retryAfter: Int64? = nil)
    /// Another attempt cannot succeed.
    case refused(reason: String)
  }

  /// The maximum number of requests in one attempt, including discovery.
  public static let maximumRequests = 3
  /// The maximum size of an answer in bytes.
  private static let maximumBytes = 65_536

  let services: ProviderServices

  /// - Parameter settings: the current settings. Their client secret cannot revoke a token of another
  ///   client, and their addresses do not receive a token of others.
  public func revoke(
    _ grant: ProviderGrant, with settings: ProviderSettings, secrets: ProviderSecrets, now: Instant
  ) async -> Outcome {
    guard let method = ProviderCatalog.entry(for: settings.providerID)?.revocation else {
      return .refused(reason: "the provider cannot revoke access")
    }
    guard grant.addresses == settings.secretAddresses.digest else {
      return .refused(reason: "the provider's addresses are not those of the sign-in any more")
    }
    guard settings.acceptedAudiences.containsBytes(of: grant.clientID) else {
      return .refused(reason: "the client that the token belongs to is not set any more")
    }
    var settings = settings
    settings.clientID = grant.clientID
    do throws(IdentityError) {
      switch method {
      case .gitHubGrant: return try await revokeAtGitHub(grant, settings, secrets, now: now)
      case .facebookPermissions: return try await revokeAtFacebook(grant, settings, secrets, now: now)
      case .publicToken:
        let endpoint = try ProviderCatalog.revocationEndpoint(of: settings)
        return try await revokeToken(grant, at: endpoint, nil, settings, now: now)
      case .appleToken:
        let (endpoint, secret) = try services.appleRevocation(settings, secrets, now: now)
        return try await revokeToken(grant, at: endpoint, .inBody(secret: secret), settings, now: now)
      case .token:
        let (endpoint, authentication) = try await client(settings, secrets, now: now)
        guard let endpoint else { return .refused(reason: "the provider publishes no revocation endpoint") }
        return try await revokeToken(grant, at: endpoint, authentication, settings, now: now)
      }
    } catch {
      return .failed(reason: Self.reason(error), isDown: true)
    }
  }

  // MARK: RFC 7009

  /// - Parameter authentication: nil if the provider requires no client authentication.
  private func revokeToken(
    _ grant: ProviderGrant, at endpoint: String, _ authentication: TokenExchange.ClientAuthentication?,
    _ settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> Outcome {
    guard case .basicOrInBody(let secret)? = authentication else {
      return try await ask(grant, endpoint, authentication, settings, now: now).outcome
    }
    let first = try await ask(grant, endpoint, .basic(secret: secret), settings, now: now)
    guard first.error == "invalid_client" else { return first.outcome }
    return try await ask(grant, endpoint, .inBody(secret: secret), settings, now: now).outcome
  }

  private func ask(
    _ grant: ProviderGrant, _ endpoint: String, _ authentication: TokenExchange.ClientAuthentication?,
    _ settings: ProviderSettings, now: Instant
  ) async throws(IdentityError) -> (outcome: Outcome, error: String?) {
    guard let token = grant.token else { return (.refused(reason: "no token was kept"), nil) }
    let form = RevocableToken(text: token, kind: grant.kind).form(of: settings.clientID, authentication)
    let request = try services.api.request(
      endpoint, body: .form(form.pairs), authorization: form.authorization, maximumBytes: Self.maximumBytes,
      settings: settings)
    return await judge(request, hiding: [token, form.secret, grant.rawID], now: now) { response, json in
      // Google sends these errors for an expired token. By RFC 7009 section 2.2, an invalid token is a
      // success.
      let isGone = ["invalid_token", "invalid_grant"].contains(json?["error"]?.stringValue)
      return isGone && response.status == 400 ? .revoked : nil
    }
  }

  /// - Returns: the revocation endpoint, and the client authentication there. The endpoint is nil if the
  ///   provider publishes none.
  private func client(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets, now: Instant
  ) async throws(IdentityError) -> (String?, TokenExchange.ClientAuthentication) {
    guard ProviderCatalog.isOpenID(settings.providerID) else {
      let (_, authentication) = try OAuthVerifier(services: services).tokenEndpoint(settings, secrets)
      return (try ProviderCatalog.revocationEndpoint(of: settings), authentication)
    }
    let (_, authentication) = try await OpenIDVerifier(services: services)
      .tokenEndpoint(settings, secrets, now: now)
    return (try await services.discovery.revocationEndpoint(of: settings, now: now), authentication)
  }

  // MARK: Providers' own requests

  /// Deletes the app authorization and all of its tokens
  /// (https://docs.github.com/rest/apps/oauth-applications#delete-an-app-authorization).
  private func revokeAtGitHub(
    _ grant: ProviderGrant, _ settings: ProviderSettings, _ secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> Outcome {
    guard let token = grant.token else { return .refused(reason: "no token was kept") }
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its client secret")
    let address = try ProviderCatalog.revocationEndpoint(of: settings)
      .replacing("{client_id}", with: FormURLEncoded.encode(settings.clientID))
    let request = try services.api.request(
      address, method: .delete, body: .json(["access_token": .string(token)]),
      authorization: .basic(user: settings.clientID, password: secret), maximumBytes: Self.maximumBytes,
      settings: settings)
    return await judge(request, hiding: [token, secret, grant.rawID], now: now) { response, _ in
      response.status == 404 ? .revoked : nil
    }.outcome
  }

  /// Deletes all permissions, with the app's own access token
  /// (https://developers.facebook.com/docs/graph-api/reference/user/permissions).
  private func revokeAtFacebook(
    _ grant: ProviderGrant, _ settings: ProviderSettings, _ secrets: ProviderSecrets,
    now: Instant
  ) async throws(IdentityError) -> Outcome {
    let secret = try secrets.requireClientSecret(settings.providerID, named: "its app secret")
    let address = try ProviderCatalog.revocationEndpoint(of: settings)
      .replacing("{user_id}", with: FormURLEncoded.encode(grant.rawID))
    let token = "\(settings.clientID)|\(secret)"
    let proof = FacebookVerifier.proof(of: token, secret: secret)
    let request = try services.api.request(
      address, method: .delete, query: [("access_token", token), ("appsecret_proof", proof)],
      maximumBytes: Self.maximumBytes, settings: settings)
    return await judge(request, hiding: [token, secret, proof, grant.rawID], now: now) { response, json in
      let error = json?["error"]
      if (200..<300).contains(response.status), json?["success"] != .bool(true) {
        return .failed(reason: "the answer does not say success")
      }
      if error?["is_transient"] == .bool(true) {
        return .failed(reason: "a passing error, status \(response.status)")
      }
      // The user has removed the app, or no longer exists.
      let isGone = error?["code"] == .integer(100) && error?["error_subcode"] == .integer(33)
      return isGone || response.status == 404 ? .revoked : nil
    }.outcome
  }

  // MARK: Answers

  /// - Parameter special: interprets answers that have a special meaning at one provider. It returns nil
  ///   for all other answers.
  private func judge(
    _ request: OutgoingHTTP.Request, hiding secrets: [String?], now: Instant,
    _ special: (OutgoingHTTP.Response, JSONValue?) -> Outcome?
  ) async -> (outcome: Outcome, error: String?) {
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try await services.api.http.send(request)
    } catch {
      return (.failed(reason: error.words, isDown: true), nil)
    }
    let json = try? JSONParser(maximumDepth: 32, costlyText: .dropped).parse(response.body)
    let error = json?["error"]?.stringValue
    if let outcome = special(response, json) { return (outcome, error) }
    if (200..<300).contains(response.status), error == nil { return (.revoked, nil) }
    let retryAfter = response.header("retry-after").flatMap { RetryAfter.seconds($0, now: now) }
    let reason =
      "status \(response.status): \(ProviderErrorText.summary(of: response.body, hiding: secrets))"
    // 401 and `invalid_client` are temporary, because an operator can correct the client secret. GitHub
    // answers 403 if a limit is reached.
    let isDown =
      response.status >= 500 || [401, 429].contains(response.status) || retryAfter != nil
      || error == "invalid_client" || response.header("x-ratelimit-remaining") == "0"
    guard isDown || [200, 408].contains(response.status) else { return (.refused(reason: reason), error) }
    return (.failed(reason: reason, isDown: isDown, retryAfter: retryAfter), error)
  }

  /// Returns the reason for the log: a fault in the settings, or an unavailable discovery document.
  private static func reason(_ error: IdentityError) -> String {
    displayable(error.cause ?? error.message, limit: 256)
  }
}
