import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import ProviderLab
import Secrets
import TestSupport
import Testing

@Suite("T12: truncated tokens", .fewAtOnce)
struct T12TruncatedTokenTests {
  private static let endings = [".", "A", "AA", "=", "==", " ", "\n", "\0", "%00", ".A"]

  /// Every strict prefix, and the whole with something behind or before it.
  private static func variants(of token: String) -> [String] {
    (0..<token.utf8.count).map { String(token.prefix($0)) } + endings.map { token + $0 } + [" " + token]
  }

  private static func caller(_ server: TestServer) async throws -> Caller {
    let project = try #require(try await server.backend.projects.project(TestServer.project))
    return Caller(project: project, authority: .apiKey)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("every part of an ID token is refused") { try await idToken($0) },
    Behaviour("every part of a refresh token is refused") { try await refreshToken($0) },
    Behaviour("every part of a pending token and of a flow's state is refused, and uses nothing up") {
      try await artifacts($0)
    },
    Behaviour("every part of a temporary token, and of a token of X and its secret, is refused") {
      try await twitter($0)
    },
    Behaviour("every part of a game's server auth code is refused") { try await serverAuthCode($0) },
    Behaviour("every part of a token that LINE's secret signs is refused") { try await lineToken($0) },
    Behaviour("every part of a provider's ID token is refused") { try await providerToken($0) },
    Behaviour("every part of a custom token and of an assertion is refused") {
      try await serviceAccountTokens($0)
    },
  ]

  @Test("no part of a token is taken for the whole")
  func tokens() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when IssuedTokenVerifier does not compare the signature.
  private static func idToken(_ server: TestServer) async throws {
    let user = try await server.signUp("ann@example.com", "a password")
    let caller = try await Self.caller(server)
    for text in Self.variants(of: user.idToken) {
      var request = LookupRequest()
      request.idToken = text
      await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
        try await server.service.lookup(request, caller)
      }
    }
    var request = LookupRequest()
    request.idToken = user.idToken
    #expect(try await server.service.lookup(request, caller).users?.count == 1)
  }

  // Fails when OpaqueToken looks a token up by its first characters.
  private static func refreshToken(_ server: TestServer) async throws {
    let user = try await server.signUp("ann@example.com", "a password")
    let caller = try await Self.caller(server)
    for text in Self.variants(of: user.refreshToken) {
      var request = TokenRequest()
      request.grantType = "refresh_token"
      request.refreshToken = text
      await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
        try await server.service.refresh(request, caller)
      }
    }
    #expect(try await server.refresh(user.refreshToken).status == 200)
  }

  // Fails when OpaqueToken looks a token up by its first characters.
  @Test("no part of a used refresh token or of its successor refreshes, or ends anything")
  func usedRefreshToken() async throws {
    try await TestServer.run(sessions: .rotating) { server in
      let user = try await server.signUp("ann@example.com", "a password")
      let next = try await server.refreshed(user.refreshToken)
      server.clock.advance(seconds: 3_600)
      let caller = try await Self.caller(server)
      for text in Self.variants(of: user.refreshToken) + Self.variants(of: next) {
        var request = TokenRequest()
        request.grantType = "refresh_token"
        request.refreshToken = text
        await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
          try await server.service.refresh(request, caller)
        }
      }
      _ = try await server.refreshed(next)
    }
  }

  // Fails when OpaqueToken looks a token up by its first characters.
  private static func artifacts(_ server: TestServer) async throws {
    let caller = try await Self.caller(server)
    let token = try await server.labToken("google.com", ["sub": "1", "email": "a@gmail.com"])
    let pending = try require(try await server.signIn(.google, token, nonce: nil), "pendingToken")
    let flow = try await server.beginFlow("google.com")
    let callback = try await server.authorize(flow)
    let accounts = try await server.accounts()
    func request(_ parameters: [(name: String, value: String)]) -> SignInWithIdpRequest {
      var request = SignInWithIdpRequest()
      request.requestUri = "http://localhost"
      request.postBody = FormURLEncoded(parameters).text
      request.sessionId = flow.sessionID
      return request
    }
    // A null character ends no name here, it is dropped, so that it cannot hide a token's end either.
    for text in Self.variants(of: pending) where !text.contains("\0") {
      var byMember = request([])
      byMember.pendingToken = text
      for request in [request([("pendingToken", text)]), byMember] {
        await #expect(throws: IdentityError.self, "pending \(text.utf8.count)") {
          try await server.service.signInWithIdp(request, caller)
        }
      }
    }
    let code = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))["code"] ?? ""
    for text in Self.variants(of: try #require(flow["state"])) where !text.contains("\0") {
      let request = request([("state", text), ("code", code)])
      await #expect(throws: IdentityError.self, "state \(text.utf8.count)") {
        try await server.service.signInWithIdp(request, caller)
      }
    }
    #expect(try await server.accounts() == accounts)
    _ = try TestSession(await server.signInWithIdp([("pendingToken", pending)]))
    _ = try TestSession(await server.finishFlow(flow, at: callback))
  }

  // Fails when a response is read as far as it goes, or base64 as far as it is good (each alone).
  @Test("every part of a SAML response is refused")
  func samlResponse() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let settings = try #require(try await server.project().providerList.samlProvider(peer.providerID))
      let request = try SAMLPeerRequest(try await server.beginFlow(peer.providerID))
      let now = server.clock.now()
      func identity(_ response: String) throws(IdentityError) -> ProviderIdentity {
        try SAMLVerification.identity(
          SAMLCredential(
            response: response, assertionConsumerService: request.address, requestID: request.id),
          of: settings, now: now)
      }
      let response = try peer.response(
        peer.content(answering: request, at: request.address, now: now.date))
      // Line breaks are part of the form.
      for text in Self.variants(of: response) where text != response + "\n" {
        #expect(throws: IdentityError.self, "\(text.utf8.count)") { try identity(text) }
      }
      _ = try identity(response)
    }
  }

  // Fails when OpaqueToken looks a token up by its first characters.
  @Test("every part of a RelayState and of a SAML pending token is refused, and uses nothing up")
  func samlArtifacts() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let caller = try await Self.caller(server)
      let pending = try require(try await server.signInBySAML(peer), "pendingToken")
      let flow = try await server.beginFlow(peer.providerID)
      let response = try peer.answer(flow, server)
      for text in Self.variants(of: try SAMLPeerRequest(flow).relayState) where !text.contains("\0") {
        var request = SignInWithIdpRequest()
        request.requestUri = "http://localhost"
        request.postBody = FormURLEncoded([("SAMLResponse", response), ("RelayState", text)]).text
        request.sessionId = flow.sessionID
        await #expect(throws: IdentityError.self, "state \(text.utf8.count)") {
          try await server.service.signInWithIdp(request, caller)
        }
      }
      for text in Self.variants(of: pending) where !text.contains("\0") {
        var request = SignInWithIdpRequest()
        request.requestUri = "http://localhost"
        request.pendingToken = text
        await #expect(throws: IdentityError.self, "pending \(text.utf8.count)") {
          try await server.service.signInWithIdp(request, caller)
        }
      }
      _ = try TestSession(await server.finishSAML(flow, response))
      _ = try TestSession(await server.signInWithIdp([("pendingToken", pending)]))
    }
  }

  // Fails when AuthorizationFlow.credential(in:for:) compares only what is there of the token, and when a secret that is cut
  // signs as the whole does (each alone).
  private static func twitter(_ server: TestServer) async throws {
    func query(_ callback: String) -> FormURLEncoded {
      FormURLEncoded(parsing: String(callback.split(separator: "?", maxSplits: 1)[1]))
    }
    for name in ["oauth_token", "oauth_verifier"] {
      var length = 0
      while true {
        let flow = try await server.beginFlow("twitter.com")
        var answer = query(try await server.authorize(flow))
        let whole = answer[name] ?? ""
        guard length < whole.utf8.count else { break }
        answer[name] = String(whole.prefix(length))
        expectRefused(
          try await server.finishFlow(flow, at: "\(server.origin)/__/auth/handler?\(answer.text)"),
          "INVALID_IDP_RESPONSE", "\(name) \(length)")
        length += 1
      }
    }
    let token = try await server.labToken("twitter.com")
    let secret = server.lab.tokenSecret(of: token)
    func signIn(_ token: String, _ secret: String) async throws -> TestResponse {
      try await server.signInWithIdp([
        ("providerId", "twitter.com"), ("access_token", token), ("oauth_token_secret", secret),
      ])
    }
    for length in 0..<token.utf8.count {
      expectRefused(try await signIn(String(token.prefix(length)), secret), nil, "token \(length)")
    }
    for length in 0..<secret.utf8.count {
      expectRefused(try await signIn(token, String(secret.prefix(length))), nil, "secret \(length)")
    }
    #expect(try await server.accounts().isEmpty)
    _ = try TestSession(try await signIn(token, secret))
  }

  // Fails when a code that is cut is taken for the whole, or uses it up.
  private static func serverAuthCode(_ server: TestServer) async throws {
    let code = try await server.labToken("playgames.google.com")
    func signIn(_ code: String) async throws -> TestResponse {
      try await server.signInWithIdp([("code", code), ("providerId", "playgames.google.com")])
    }
    for length in 0..<code.utf8.count {
      expectRefused(try await signIn(String(code.prefix(length))), nil, "\(length)")
    }
    #expect(try await server.accounts().isEmpty)
    _ = try TestSession(try await signIn(code))
  }

  // Fails when HMAC compares only what is there of a signature.
  private static func lineToken(_ server: TestServer) async throws {
    let caller = try await Self.caller(server)
    let secret = SymmetricKey(data: Data(ProviderLab.clients.line.secret.utf8))
    let token = try server.forge(.line, header: ["alg": "HS256", "kid": nil]) {
      Array(HMAC<SHA256>.authenticationCode(for: $0, using: secret))
    }
    func request(_ text: String) -> SignInWithIdpRequest {
      var request = SignInWithIdpRequest()
      request.requestUri = "http://localhost"
      request.postBody =
        FormURLEncoded([
          ("providerId", "oidc.line"), ("id_token", text), ("nonce", TestServer.rawNonce),
        ]).text
      return request
    }
    for text in Self.variants(of: token) where !text.contains("\0") {
      await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
        try await server.service.signInWithIdp(request(text), caller)
      }
    }
    #expect(try await server.accounts().isEmpty)
    #expect(try await server.service.signInWithIdp(request(token), caller).idToken != nil)
  }

  // Fails when VerificationKey.isValid compares only what is there of a signature, or is not asked.
  private static func providerToken(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      let before = try await server.accounts()
      let caller = try await Self.caller(server)
      let token = try server.forge(provider)
      for text in Self.variants(of: token) where !text.contains("\0") {
        var request = SignInWithIdpRequest()
        request.requestUri = "http://localhost"
        request.postBody =
          FormURLEncoded([
            ("providerId", provider.id), ("id_token", text), ("nonce", TestServer.rawNonce),
          ]).text
        await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
          try await server.service.signInWithIdp(request, caller)
        }
      }
      #expect(try await server.accounts() == before)
      _ = try TestSession(await server.signIn(provider, token))
    }
  }

  // Fails when ServiceAccountJWT does not compare the signature.
  private static func serviceAccountTokens(_ server: TestServer) async throws {
    let caller = try await Self.caller(server)
    let account = try await server.addServiceAccount()
    let token = try server.customToken(of: account)
    for text in Self.variants(of: token) {
      var request = SignInWithCustomTokenRequest()
      request.token = text
      await #expect(throws: IdentityError.self, "\(text.utf8.count)") {
        try await server.service.signInWithCustomToken(request, caller)
      }
    }
    let endpoint = AccessTokenEndpoint(service: server.service, origins: [server.origin])
    let assertion = try account.token(server.assertionClaims(account))
    for text in Self.variants(of: assertion) {
      var request = AccessTokenRequest()
      request.grantType = AccessTokenRequest.jwtBearer
      request.assertion = text
      await #expect(throws: OAuthError.self, "\(text.utf8.count)") {
        try await endpoint.answer(request, from: nil)
      }
    }
    #expect(try await server.accounts().isEmpty)
    #expect(try await server.signInWithCustomToken(token).status == 200)
    #expect(try await server.grant(assertion).status == 200)
  }

  // Fails when KeyRing.header(of:type:now:) does not compare the signature, or OpaqueToken looks a token up by its
  // first characters (each alone).
  @Test("every part of an administrator's token is refused, of either kind")
  func administratorTokens() async throws {
    try await TestServer.run { server in
      let account = try await server.addServiceAccount()
      let made = try await server.backend.administration.createAdministratorToken(
        "a", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
      let authentication = AdministratorAuthentication(service: server.service)
      for token in [try await server.accessToken(of: account), made.reveal()] {
        for text in Self.variants(of: token) {
          #expect(try await authentication.administrator(text, from: nil) == nil, "\(text.utf8.count)")
        }
        #expect(try await authentication.administrator(token, from: nil)?.project.id == TestServer.project)
      }
    }
  }
}
