import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// The parameters of a web flow with any provider.
public struct AuthorizationStart: Sendable {
  public var providerID: String
  /// The redirect URI.
  public var redirectURI: String
  /// The client's session ID; nil to make one.
  public var sessionID: String?
  public var scopes: [String] = []
  public var customParameters: [String: String] = [:]
  /// A BCP 47 tag for the provider's pages.
  public var language: String?
  public var returnTarget: ReturnTarget
  /// True if the client may redeem the code itself. The flow then has no PKCE, and at most the client's own
  /// `nonce`.
  public var isRedeemedByClient = false
  /// True if the client requests a new proof from a signed-in user. A request to a SAML provider then asks for the new
  /// proof. Clients may omit the parameter.
  public var isReauthentication = false

  public init(providerID: String, redirectURI: String, returnTarget: ReturnTarget) {
    self.providerID = providerID
    self.redirectURI = redirectURI
    self.returnTarget = returnTarget
  }

  /// True if the user must authenticate again, as with `prompt=login` (OpenID Connect Core, section 3.1.2.1).
  var asksForProof: Bool {
    let prompts = customParameters["prompt"]?.utf8.split(separator: UInt8(ascii: " ")) ?? []
    return isReauthentication || prompts.contains { $0.elementsEqual("login".utf8) }
  }
}

extension IdentityService {
  /// `accounts:createAuthUri`: returns the sign-in methods of an address, or the address for signing in with
  /// a provider.
  ///
  /// An error of the sign-in with a provider contains the ID of its ``SignInExplanation``.
  ///
  /// - Parameter origins: the server's own origins, which are always allowed for a `continueUri`.
  public func createAuthUri(_ request: CreateAuthUriRequest, origins: [String], _ caller: Caller)
    async throws(IdentityError) -> CreateAuthUriResponse
  {
    guard request.identifier?.isEmpty == false || request.providerId?.isEmpty == false else {
      throw .refused(.missingIdentifier)
    }
    guard let continueUri = request.continueUri, !continueUri.isEmpty else {
      throw .refused(.missingContinueURI)
    }
    guard let url = ReturnPolicy.webURL(continueUri) else { throw .refused(.invalidContinueURI) }
    if let providerID = request.providerId, !providerID.isEmpty {
      // The provider adds its response to the query, including `state`.
      guard let query = FormURLEncoded(parsing: url.query() ?? "").complete else {
        throw .malformed(FormURLEncoded.incompleteness)
      }
      guard url.fragment == nil, query["state"] == nil else {
        throw .refused(
          .invalidContinueURI, "The address may have no fragment and no parameter named state.")
      }
      let policy = ReturnPolicy(
        project: caller.project, origins: origins, acceptsPlainHTTP: caller.links.isDevelopment)
      try policy.requireAuthorized(url, reason: "Domain not allowlisted by project")
      let redirect = try await projects.redirectAddress(of: caller.project)
      var start = AuthorizationStart(
        providerID: providerID.lowercased(),
        redirectURI: try Self.redirectURI(for: continueUri, url, origins, redirect), returnTarget: .caller)
      start.sessionID = request.sessionId
      start.scopes = Self.scopes(request.oauthScope, providerID: providerID)
      start.customParameters = request.customParameter ?? [:]
      if let domain = request.hostedDomain { start.customParameters["hd"] = domain }
      start.isRedeemedByClient = request.authFlowType == "CODE_FLOW"
      let begun = try await diagnosing(caller, provider: start.providerID) {
        [start] () async throws(IdentityError) in
        if let settings = caller.samlProvider(start.providerID), settings.enabled {
          try Self.requireHandler(url, for: settings, redirect, isDevelopment: caller.links.isDevelopment)
        }
        return try await beginAuthorization(start, caller)
      }
      var response = CreateAuthUriResponse(sessionId: begun.sessionID)
      response.authUri = begun.authURI
      response.providerId = start.providerID
      return response
    }
    return try await methods(request, caller)
  }

  /// Returns the redirect URI for a caller's `continueUri`: the project's own address if it is this server's handler.
  ///
  /// - Throws: `UNAUTHORIZED_DOMAIN` for other sign-in addresses of this server, where other projects' flows end.
  private static func redirectURI(
    for continueURI: String, _ url: URL, _ origins: [String], _ redirect: RedirectAddress
  ) throws(IdentityError) -> String {
    guard let origin = ReturnPolicy.origin(of: url), origins.contains(origin) else { return continueURI }
    let path = url.path(percentEncoded: true)
    if let page = redirect.page(at: path) {
      return origin + redirect.path(below: page) + (url.query().map { "?" + $0 } ?? "")
    }
    guard !RedirectAddress.isOfSignIn(url.path(percentEncoded: false)), !RedirectAddress.isAmbiguous(path)
    else {
      throw .refused(
        .unauthorizedDomain,
        "Of this server's sign-in addresses, only \(RedirectAddress.pagePath) is allowed.")
    }
    return continueURI
  }

  /// Requires this server's handler for a response, unless the settings name another address. The reason is that a
  /// response can be used by any client that has it. Any host of the project is allowed.
  private static func requireHandler(
    _ url: URL, for settings: SAMLProviderSettings, _ redirect: RedirectAddress, isDevelopment: Bool
  ) throws(IdentityError) {
    guard settings.callbackURI.isEmpty else { return }
    let page = redirect.page(at: url.path(percentEncoded: true))
    guard page == RedirectAddress.pagePath || isDevelopment && page != nil else {
      throw .refused(
        .unauthorizedDomain,
        "A SAML provider without callbackUri answers only at \(RedirectAddress.pagePath).")
    }
  }

  private func methods(_ request: CreateAuthUriRequest, _ caller: Caller) async throws(IdentityError)
    -> CreateAuthUriResponse
  {
    guard let email = TypedEmail(request.identifier ?? "") else { throw .refused(.invalidIdentifier) }
    var response = CreateAuthUriResponse(sessionId: request.sessionId ?? random.alphanumeric(27))
    // The domain determines the provider for all its addresses, registered or not.
    let discovered = caller.providerList.samlProvider(discoveredBy: email.address).map { [$0.providerID] }
    if caller.signIn.emailEnumerationProtection {
      response.signinMethods = discovered
      response.allProviders = discovered
      return response
    }
    try await count(methodQuery(caller, now: clock.now()))
    let account = try await account(named: email, caller)
    response.registered = account != nil
    response.signinMethods = Self.union(account?.signInMethodNames, discovered)
    response.allProviders = Self.union(account?.providerNames, discovered)
    return response
  }

  private static func union(_ names: [String]?, _ more: [String]?) -> [String]? {
    guard let names, let more else { return names ?? more }
    return names + more.filter { !names.contains($0) }
  }

  /// Parses JSON text `{"<providerId>":"a,b"}`, which the web SDK's handler sends, or a plain list.
  private static func scopes(_ text: String?, providerID: String) -> [String] {
    guard let text, !text.isEmpty, text.utf8.count <= 4_096 else { return [] }
    let list = (try? JSONParser().parse(text))?[providerID]?.stringValue ?? (text.hasPrefix("{") ? "" : text)
    return list.split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// Starts a flow with a provider: makes its state, PKCE verifier and nonce, and the address to send the
  /// browser to.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED` for a disabled provider, `PROJECT_DISABLED` for a disabled tenant.
  public func beginAuthorization(_ start: AuthorizationStart, _ caller: Caller) async throws(IdentityError)
    -> (authURI: String, sessionID: String)
  {
    if caller.signIn.isDisabled { throw .refused(.projectDisabled) }
    if let sessionID = start.sessionID, !(1...512).contains(sessionID.utf8.count) {
      throw .refused(.invalidSessionID)
    }
    if start.providerID.hasPrefix("saml.") {
      let settings = try enabledSAMLProvider(start.providerID, caller)
      return try await begin(start, at: settings, caller, for: .authorizationFlow) { $0 }
    }
    let settings = try enabledProvider(start.providerID, caller, credential: start.redirectURI)
    return try await begin(start, at: settings, caller, for: .authorizationFlow) { $0 }
  }

  /// - Parameter payload: the data to store under the state.
  func begin(
    _ start: AuthorizationStart, at settings: ProviderSettings, _ caller: Caller,
    for purpose: ArtifactPurpose, keeping payload: (AuthorizationFlow) -> some Encodable
  ) async throws(IdentityError) -> (authURI: String, sessionID: String) {
    let now = clock.now()
    let sessionID = start.sessionID ?? random.alphanumeric(32)
    var settings = try ProviderCatalog.settings(settings, choosing: start.customParameters)
    let isOAuth1 = ProviderCatalog.entry(for: settings.providerID)?.isOAuth1 == true
    var start = start
    // Redeeming the verifier needs the secret of the temporary credentials.
    if isOAuth1 { start.isRedeemedByClient = false }
    var flow = AuthorizationFlow(start, at: settings, sessionID: sessionID, random)
    if flow.isRedeemedByClient { settings.responseType = .code }
    let state = vault.token()
    var request = AuthorizationRequest(
      settings: settings, redirectURI: start.redirectURI, state: state.text)
    request.nonce = flow.expectedNonce
    request.codeChallenge = flow.codeVerifier.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) }
    request.scopes = start.scopes
    request.customParameters = start.customParameters
    request.language = start.language
    if isOAuth1 {
      let credentials = try await temporaryCredentials(for: request, caller, now: now)
      flow.temporaryCredentials = credentials
      request.temporaryToken = credentials.token
    }
    let authURI = try await providers.authorizationURL(request, now: now)
    let artifact = try vault.mint(
      state, payload(flow), for: purpose, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: AuthorizationFlow.lifetime))
    try await storing { () async throws(StoreError) in
      let start = isOAuth1 ? [] : try await flowStart(caller, now: now)
      try await store.apply(start + [artifact])
    }
    return (authURI, sessionID)
  }

  /// Requests temporary credentials from the provider. Limits are checked first, because the request is made
  /// in the operator's name.
  private func temporaryCredentials(
    for request: AuthorizationRequest, _ caller: Caller, now: Instant
  ) async throws(IdentityError) -> OAuth1Token {
    let secrets = try projects.secrets(of: request.settings, in: caller.scope)
    let place = try providerPlace(caller)
    defer { place.leave() }
    try await storing { () async throws(StoreError) in
      try await store.apply(flowStart(caller, now: now) + providerQuestion(caller, now: now))
    }
    return try await providers.temporaryCredentials(
      for: request, secrets: secrets, now: now, random: random)
  }

  /// Returns the flow of a provider's response, and its scope. Nil if it is unknown, expired or redeemed.
  /// Consumes nothing.
  ///
  /// The response names no scope. Call ``requireArrival(of:at:for:in:from:)`` before the response is used: its address
  /// shows the project.
  public func authorizationFlow(state: String) async throws(IdentityError) -> (
    flow: AuthorizationFlow, scope: Scope
  )? {
    let found = try await vault.read(
      AuthorizationFlow.self, state, for: .authorizationFlow, scope: nil, now: clock.now())
    return found.map { ($0.payload, $0.scope) }
  }

  /// Ends a flow that was not completed.
  public func abandonAuthorization(state: String) async throws(IdentityError) {
    guard
      let found = try await vault.read(
        AuthorizationFlow.self, state, for: .authorizationFlow, scope: nil, now: clock.now())
    else { return }
    do {
      try await store.apply([found.consumption])
    } catch .artifactGone {
      return
    } catch {
      throw IdentityError(error)
    }
  }

  var vault: ArtifactVault { ArtifactVault(store: store, random: random) }

  /// Returns a provider's settings, limited to the operator's current private hosts. Nil if there are none.
  func provider(_ providerID: String, _ caller: Caller) -> ProviderSettings? {
    caller.provider(providerID).map(privateProviderHosts.bounding)
  }

  /// - Throws: `OPERATION_NOT_ALLOWED` for a disabled provider, `INVALID_CREDENTIAL_OR_PROVIDER_ID` for an
  ///   unknown ID.
  func enabledProvider(_ providerID: String, _ caller: Caller, credential uri: String) throws(IdentityError)
    -> ProviderSettings
  {
    guard ProviderCatalog.entry(for: providerID) != nil else {
      throw .refused(.invalidCredentialOrProviderID, "Invalid IdP response/credential: \(uri)")
        .diagnosed(Diagnosis.providerUnknown(providerID))
    }
    let known = provider(providerID, caller)
    guard let settings = known, settings.enabled, !settings.acceptedAudiences.isEmpty else {
      let diagnosis: Diagnosis =
        switch known {
        case nil: .providerUnknown(providerID)
        case let known? where known.enabled: .configuration(needs: "its client id")
        default: .providerDisabled(providerID)
        }
      throw .refused(
        .operationNotAllowed, "The identity provider configuration is not found or not enabled."
      ).diagnosed(diagnosis)
    }
    return settings
  }
}
