import AsyncHTTPClient
import Foundation
import Hummingbird
import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import Secrets
import Synchronization
import TestSupport
import Testing

/// The provider lab on loopback, and settings that point at it.
struct LabFixture: Sendable {
  static let redirect = "http://127.0.0.1:5000/__/auth/handler"

  let lab: ProviderLab
  let clock: SettableClock
  let http: OutgoingHTTP
  let registry: ProviderRegistry

  static func run(_ body: @escaping @Sendable (LabFixture) async throws -> Void) async throws {
    let clock = SettableClock(TestToken.now)
    let routes = Mutex<(any HTTPResponder<BasicRequestContext>)?>(nil)
    let responder = CallbackResponder<BasicRequestContext> { request, context in
      guard let inner = routes.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
      return try await inner.respond(to: request, context: context)
    }
    try await LoopbackApplication.run(responder) { port in
      let base = "http://127.0.0.1:\(port)/lab"
      let lab = try ProviderLab(configuration: .init(baseURL: base, now: { clock.now().date }))
      let router = Router(context: BasicRequestContext.self)
      lab.addRoutes(to: router)
      let built = router.buildResponder()
      routes.withLock { $0 = built }
      try await withHTTP { http in
        try await body(
          LabFixture(lab: lab, clock: clock, http: http, registry: ProviderRegistry(http: http)))
      }
    }
  }

  func settings(_ providerID: String) throws -> ProviderSettings {
    let clients = ProviderLab.clients
    let lab = try #require(lab.endpoints(for: providerID))
    var settings = ProviderSettings(providerID: providerID, enabled: true, clientID: "")
    switch providerID {
    case "apple.com":
      settings.clientID = clients.apple.servicesID
      settings.additionalAudiences = [clients.apple.bundleID]
      settings.apple = .init(teamID: clients.apple.teamID, keyID: clients.apple.keyID)
    case "facebook.com": settings.clientID = clients.facebook.id
    case "github.com": settings.clientID = clients.github.id
    case "google.com": settings.clientID = clients.google.id
    case "linkedin.com": settings.clientID = clients.linkedIn.id
    case "microsoft.com": settings.clientID = clients.microsoft.id
    case "oidc.line": settings.clientID = clients.line.id
    case "playgames.google.com": settings.clientID = clients.playGames.id
    case "yahoo.com": settings.clientID = clients.yahoo.id
    case "twitter.com": settings.clientID = clients.twitter.id
    case "oauth.lab":
      settings.clientID = clients.oauth.id
      var mapping = ProfileMapping()
      for field in ProfileMapping.Field.allCases {
        mapping[field] = ProviderLab.oauthProfile[field.rawValue].flatMap(ProfilePath.init)
      }
      settings.profile = mapping
      settings.dialect = OAuthDialect()
      settings.dialect?.scopes = ["mail", "profile"]
      settings.dialect?.scopeSeparator = ","
    default: settings.clientID = clients.oidc.id
    }
    settings.endpoints.allowPrivateAddresses = true
    settings.endpoints.issuer = providerID.hasPrefix("oidc.") ? lab.issuer : nil
    guard providerID != "oidc.lab" else { return settings }
    settings.endpoints.authorization = lab.authorization.isEmpty ? nil : lab.authorization
    settings.endpoints.temporaryCredentials = lab.requestToken
    settings.endpoints.token = lab.token
    settings.endpoints.jwks = lab.jwks
    settings.endpoints.userInfo = lab.userinfo
    settings.endpoints.userEmails = lab.emails
    settings.endpoints.tokenCheck = lab.debugToken ?? lab.tokeninfo ?? lab.checkToken
    settings.endpoints.discovery = providerID == "microsoft.com" ? lab.discovery : nil
    settings.endpoints.limitedLoginJWKS = providerID == "facebook.com" ? lab.jwks : nil
    return settings
  }

  func secrets(_ providerID: String) -> ProviderSecrets {
    let clients = ProviderLab.clients
    return switch providerID {
    case "apple.com": .init(privateKey: Secret(clients.apple.privateKeyPEM))
    case "facebook.com": .init(clientSecret: Secret(clients.facebook.secret))
    case "github.com": .init(clientSecret: Secret(clients.github.secret))
    case "google.com": .init(clientSecret: Secret(clients.google.secret))
    case "linkedin.com": .init(clientSecret: Secret(clients.linkedIn.secret))
    case "microsoft.com": .init(clientSecret: Secret(clients.microsoft.secret))
    case "oidc.line": .init(clientSecret: Secret(clients.line.secret))
    case "playgames.google.com": .init(clientSecret: Secret(clients.playGames.secret))
    case "yahoo.com": .init(clientSecret: Secret(clients.yahoo.secret))
    case "twitter.com": .init(clientSecret: Secret(clients.twitter.secret))
    case "oauth.lab": .init(clientSecret: Secret(clients.oauth.secret))
    default: .init(clientSecret: Secret(clients.oidc.secret))
    }
  }

  func verify(
    _ providerID: String, _ credential: ProviderCredential,
    change: (inout ProviderSettings) -> Void = { _ in }
  ) async throws -> ProviderIdentity {
    var settings = try settings(providerID)
    change(&settings)
    let verifier = try #require(registry.verifier(for: providerID))
    return try await verifier.verify(
      credential, with: settings, secrets: secrets(providerID), now: clock.now())
  }

  func refusal(
    _ providerID: String, _ credential: ProviderCredential,
    change: (inout ProviderSettings) -> Void = { _ in }
  ) async -> String? {
    await message { _ = try await verify(providerID, credential, change: change) }
  }

  func idToken(
    _ providerID: String, _ options: LabTokenOptions, rawNonce: String? = nil, user: AppleUser? = nil
  ) async throws -> ProviderCredential {
    .idToken(
      try await lab.mintIDToken(provider: providerID, options), rawNonce: rawNonce, accessToken: nil,
      user: user)
  }

  func accessToken(_ providerID: String, _ options: LabTokenOptions = .init()) async throws
    -> ProviderCredential
  {
    .accessToken(try await lab.mintAccessToken(provider: providerID, options), secret: nil)
  }

  /// The lab's control API, which wants PUT.
  func put(_ path: String, _ body: JSONValue) async throws {
    var request = HTTPClientRequest(url: "\(lab.baseURL)/control/\(path)")
    request.method = .PUT
    request.body = .bytes(Array(JSONWriter.text(body).utf8))
    let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
    #expect(answer.status == .ok)
  }

  /// The browser's part of the code flow: the request as the server makes it, a person picked, the callback.
  ///
  /// - Parameter extra: what the person does, as parameters of the lab.
  func callback(
    _ providerID: String, verifier: String?, nonce: String?, extra: String = "lab_person=ada",
    scopes: [String] = []
  ) async throws -> FormURLEncoded {
    var request = AuthorizationRequest(
      settings: try settings(providerID), redirectURI: Self.redirect, state: "state-1")
    request.nonce = nonce
    request.codeChallenge = verifier.map(codeChallenge)
    request.scopes = scopes
    let url = try await registry.authorizationURL(request, now: clock.now())
    let answer = try await http.send(.init(.get, "\(url)&\(extra)", allowPrivateAddresses: true))
    if let location = answer.header("location") {
      #expect(location.hasPrefix(Self.redirect + "?"))
      // Facebook appends a fragment of its own.
      return FormURLEncoded(parsing: String(location.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }))
    }
    var form = FormURLEncoded()
    let page = String(decoding: answer.body, as: UTF8.self)
    for match in page.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
      let value = String(match.2).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
      form.append(String(match.1), value)
    }
    return form
  }

  /// The whole code flow.
  func signIn(
    _ providerID: String, extra: String = "lab_person=ada", expectedNonce: String? = nil
  ) async throws -> ProviderIdentity {
    let entry = try #require(ProviderCatalog.entry(for: providerID))
    let verifier = entry.takesPKCE ? "a-code-verifier-of-forty-three-characters-000" : nil
    let nonce = sha256Hex("session-1")
    let callback = try await callback(providerID, verifier: verifier, nonce: nonce, extra: extra)
    #expect(callback["state"] == "state-1")
    return try await verify(
      providerID,
      .authorizationCode(
        code: callback["code"] ?? "", redirectURI: Self.redirect, codeVerifier: verifier,
        expectedNonce: expectedNonce ?? nonce, user: callback["user"].flatMap(AppleUser.init(json:))))
  }
}
