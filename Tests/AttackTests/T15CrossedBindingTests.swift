import Identity
import IdentityWire
import Operations
import ProviderLab
import TestSupport
import Testing

@Suite("T15: crossed bindings", .fewAtOnce)
struct T15CrossedBindingTests {
  // Fails when IssuedTokenVerifier does not compare the project, and when `refresh` does not.
  @Test("tokens of one project fail at another")
  func tokens() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      let ann = try await server.signUp("ann@example.com", "a password", key: two.a)
      let idToken = JSONValue.string(ann.idToken)
      expectRefused(try await server.refresh(ann.refreshToken, key: two.b), "INVALID_REFRESH_TOKEN")
      for operation in ["lookup", "update", "delete"] {
        expectRefused(
          try await server.call(
            "accounts:\(operation)", ["idToken": idToken, "displayName": "changed"], key: two.b),
          "INVALID_ID_TOKEN", operation)
      }
      expectRefused(
        try await server.call(
          "accounts:signUp", ["idToken": idToken, "email": "b@example.com", "password": "a password"],
          key: two.b), "INVALID_ID_TOKEN")
      let google = try await two.lab.labToken(
        "google.com", ["sub": "1", "audience": .string(ProviderLab.clients.googleNativeID)])
      expectRefused(
        try await server.signIn(.google, google, nonce: nil, ["idToken": idToken], key: two.b),
        "INVALID_ID_TOKEN")
      expectRefused(
        try await server.call(
          "accounts:signInWithPassword", ["email": "ann@example.com", "password": "a password"], key: two.b))
      #expect(try await server.accounts(of: two.projects[1].id).isEmpty)
      #expect(try await server.refresh(ann.refreshToken, key: two.a).status == 200)
    }
  }

  // Fails when ArtifactVault.read does not compare the scope.
  @Test(
    "flows and pending tokens of one project fail at another, and are not used up there",
    arguments: [
      "github.com", "linkedin.com", "microsoft.com", "oauth.lab", "oidc.line", "twitter.com", "yahoo.com",
    ])
  func artifacts(_ provider: String) async throws {
    try await TwoProjects.run { two in
      let server = two.server
      let flow = try await server.beginFlow(provider, key: two.a)
      let callback = try await server.authorize(flow)
      expectRefused(try await server.finishFlow(flow, at: callback, key: two.b), "INVALID_IDP_RESPONSE")
      let finished = try await server.finishFlow(flow, at: callback, key: two.a)
      _ = try TestSession(finished)
      let pending = try require(finished, "pendingToken")
      expectRefused(
        try await server.signInWithIdp([("pendingToken", pending)], key: two.b), "INVALID_PENDING_TOKEN")
      _ = try TestSession(await server.signInWithIdp([("pendingToken", pending)], key: two.a))
      #expect(try await server.accounts(of: two.projects[1].id).isEmpty)
    }
  }

  // Fails when the audiences of another project's provider count.
  @Test("a provider's token for the client of one project fails at another")
  func clients() async throws {
    try await TwoProjects.run { two in
      let ids = [ProviderLab.clients.google.id, ProviderLab.clients.googleNativeID]
      for (index, audience) in ids.enumerated() {
        for kind in ["id", "access"] {
          let token = try await two.lab.labToken(
            "google.com", ["kind": .string(kind), "sub": "1", "audience": .string(audience)])
          let parameters = [
            (name: "providerId", value: "google.com"), (kind == "id" ? "id_token" : "access_token", token),
          ]
          let (own, other) = index == 0 ? (two.a, two.b) : (two.b, two.a)
          expectRefused(try await two.server.signInWithIdp(parameters, key: other), "INVALID_IDP_RESPONSE")
          _ = try TestSession(await two.server.signInWithIdp(parameters, key: own))
        }
      }
    }
  }

  // Fails when a credential is looked at with the client of whatever project knows it.
  @Test(
    "an app's credential for the client of one project fails at another",
    arguments: ["microsoft.com", "oidc.line", "playgames.google.com", "twitter.com", "yahoo.com"])
  func appCredentials(_ provider: String) async throws {
    try await TwoProjects.run(changing: { $0.clientID += "-b" }) { two in
      func credential() async throws -> [(name: String, value: String)] {
        let text = try await two.lab.labToken(provider)
        let named = (name: "providerId", value: provider)
        switch provider {
        case "playgames.google.com": return [named, ("code", text)]
        case "twitter.com":
          return [
            named, ("access_token", text), ("oauth_token_secret", two.lab.lab.tokenSecret(of: text)),
          ]
        default: return [named, ("id_token", text)]
        }
      }
      expectRefused(
        try await two.server.signInWithIdp(try await credential(), key: two.b), "INVALID_IDP_RESPONSE")
      #expect(try await two.server.accounts(of: two.projects[1].id).isEmpty)
      _ = try TestSession(await two.server.signInWithIdp(try await credential(), key: two.a))
    }
  }

  // Fails when `redeemFlow` does not compare the provider, and when the code verifier is not the flow's own.
  @Test("a code, a state and a provider that do not belong together fail")
  func codes() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      func parts(_ provider: String) async throws -> (flow: AuthUriFlow, query: FormURLEncoded, base: String)
      {
        let flow = try await server.beginFlow(provider, key: two.a)
        let callback = try await server.authorize(flow).split(separator: "?", maxSplits: 1)
        return (flow, FormURLEncoded(parsing: String(callback[1])), String(callback[0]))
      }
      func finish(
        _ one: (flow: AuthUriFlow, query: FormURLEncoded, base: String), code: String?,
        provider: String? = nil
      ) async throws -> TestResponse {
        var query = one.query
        query["code"] = code
        if let provider { query["providerId"] = provider }
        return try await server.finishFlow(one.flow, at: "\(one.base)?\(query.text)", key: two.a)
      }
      for provider in [
        "google.com", "github.com", "microsoft.com", "oauth.lab", "oidc.lab", "oidc.line", "yahoo.com",
      ] {
        let (one, other) = (try await parts(provider), try await parts(provider))
        expectRefused(try await finish(one, code: other.query["code"]), "INVALID_IDP_RESPONSE", provider)
      }
      let (apple, facebook) = (try await parts("apple.com"), try await parts("facebook.com"))
      expectRefused(try await finish(apple, code: facebook.query["code"]), "INVALID_IDP_RESPONSE")
      let google = try await parts("google.com")
      expectRefused(
        try await finish(google, code: google.query["code"], provider: "oidc.lab"), "INVALID_IDP_RESPONSE")
      #expect(try await server.accounts(of: two.projects[0].id).isEmpty)
    }
  }

  // Fails when CallerResolver passes a tenant over, or lets a user's key name a project.
  @Test("a tenant or a project that a request names is never passed over")
  func namedScopes() async throws {
    try await TwoProjects.run { two in
      let server = two.server
      let ann = try await server.signUp("ann@example.com", "a password", key: two.a)
      let before = try await server.accounts(of: two.projects[0].id)
      let google = try await two.lab.labToken("google.com", ["sub": "1", "email": "ann@gmail.com"])
      let post = FormURLEncoded([("providerId", "google.com"), ("id_token", google)]).text
      let messages: [(String, [String: JSONValue])] = [
        ("signUp", [:]), ("signUp", ["email": "c@example.com", "password": "a password"]),
        ("signInWithPassword", ["email": "ann@example.com", "password": "a password"]),
        ("signInWithIdp", ["requestUri": "http://localhost", "postBody": .string(post)]),
        ("createAuthUri", ["providerId": "google.com", "continueUri": .string(server.origin)]),
        ("lookup", ["idToken": .string(ann.idToken)]), ("update", ["idToken": .string(ann.idToken)]),
        ("delete", ["idToken": .string(ann.idToken)]),
      ]
      for (operation, message) in messages {
        for (name, value, code) in [
          ("tenantId", "a-tenant", "TENANT_NOT_FOUND"),
          ("targetProjectId", "project-b", "INSUFFICIENT_PERMISSION"),
          ("targetProjectId", "project-a", "INSUFFICIENT_PERMISSION"),
        ] {
          var changed = message
          changed[name] = .string(value)
          expectRefused(
            try await server.call("accounts:\(operation)", .object(changed), key: two.a), code,
            "\(operation) \(name)")
        }
      }
      let handler =
        "/__/auth/handler?apiKey=\(two.a)&authType=signInViaPopup&providerId=google.com&tid=a-tenant"
      let page = try await server.send("GET", "\(handler)&redirectUrl=http://localhost/")
      #expect(page.status == 400)
      #expect(try await server.accounts(of: two.projects[0].id) == before)
      #expect(try await server.accounts(of: two.projects[1].id).isEmpty)
    }
  }

  // Fails when production takes any key for its project's, as the development server does.
  @Test("a key that no project has opens nothing")
  func unknownKeys() async throws {
    try await TwoProjects.run { two in
      for key in ["key", "", String(two.a.dropLast()), two.a + "A", two.a.lowercased(), "project-a", "%"] {
        let response = try await two.server.call("accounts:signUp", [:], key: FormURLEncoded.encode(key))
        expectRefused(response, nil, key)
      }
      #expect(try await two.server.accounts(of: two.projects[0].id).isEmpty)
    }
  }
}
