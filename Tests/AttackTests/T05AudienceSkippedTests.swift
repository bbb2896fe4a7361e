import Identity
import IdentityProviders
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("T5: audience skipped", .fewAtOnce)
struct T05AudienceSkippedTests {
  // Fails when ProviderCatalog.missingSettings does not ask for a client id.
  @Test("a provider without a client id cannot be enabled")
  func cannotBeEnabled() async throws {
    let providers = [
      "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com", "oauth.lab",
      "oidc.lab", "oidc.line", "playgames.google.com", "twitter.com", "yahoo.com",
    ]
    try await TestServer.run { server in
      // Apple's ID tokens are for registered apps, too.
      try await server.changeProject { $0.apps = [] }
      try await eachCase(of: providers) { providerID in
        let known = try #require(
          try await server.backend.projects.project(TestServer.project)?.provider(providerID))
        for purpose in [ProviderCatalog.Purpose.appCredentials, .webFlow] {
          for audiences in [[], [""]] {
            var settings = known
            settings.clientID = ""
            settings.additionalAudiences = audiences
            await #expect(throws: IdentityError.self, "\(purpose), \(audiences)") {
              try await server.backend.administration.setProvider(
                settings, secrets: nil, for: purpose, in: TestServer.project)
            }
          }
          let stored = try await server.backend.projects.project(TestServer.project)
          #expect(stored?.provider(providerID) == known, "\(purpose)")
        }
      }
    }
  }

  // Fails when `enabledProvider` does not look at the audiences and IDTokenVerification takes "nothing
  // expected" for "anything goes" (both together: each alone is caught by the other).
  @Test("a stored provider without a client id signs nobody in")
  func storedWithoutClientID() async throws {
    try await TestServer.run { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        try await server.changeProject { $0.apps = [] }
        try await server.changeProvider(provider.id) {
          $0.clientID = ""
          $0.additionalAudiences = [""]
        }
        for audience in [.string(provider.audience), "", nil, [""], []] as [JSONValue?] {
          let token = try server.forge(provider, ["aud": audience])
          expectRefused(try await server.signIn(provider, token), nil, "\(String(describing: audience))")
        }
        #expect(try await server.accounts().isEmpty)
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a token without a proper audience never passes") { try await missingAudience($0) },
    Behaviour("an access token that was made for another app never passes") { try await accessTokens($0) },
  ]

  @Test("a token without our audience signs nobody in")
  func audiences() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when IDTokenVerification.checkAudience lets a token without an audience through.
  private static func missingAudience(_ server: TestServer) async throws {
    try await eachCase(of: IDTokenProvider.all) { provider in
      let before = try await server.accounts()
      let ours = JSONValue.string(provider.audience)
      let audiences: [(String, JSONValue?)] = [
        ("missing", nil), ("null", .null), ("empty", ""), ("no list members", []), ("empty member", [""]),
        ("null member", [.null]), ("ours beside a number", [ours, 5]), ("ours beside null", [ours, .null]),
        ("ours in a list in a list", [[ours]]), ("ours in an object", ["aud": ours]), ("number", 5),
        ("true", true),
      ]
      for (name, audience) in audiences {
        let token = try server.forge(provider, ["aud": audience, "azp": ours])
        expectRefused(try await server.signIn(provider, token), "INVALID_IDP_RESPONSE", name)
      }
      #expect(try await server.accounts() == before)
      _ = try TestSession(await server.signIn(provider, try server.forge(provider)))
    }
  }

  // Fails when GoogleVerifier does not compare the `aud` of tokeninfo, and when GitHubVerifier does not ask for
  // whom a token was made. Facebook refuses to tell us anything about other apps' tokens; what is compared if
  // it did is the debug_token test of T6.
  private static func accessTokens(_ server: TestServer) async throws {
    try await eachCase(of: ["google.com", "facebook.com", "github.com"]) { provider in
      let before = try await server.accounts()
      let person: [String: JSONValue] = [
        "kind": "access", "sub": "666", "email": .string("victim.\(provider)@gmail.com"),
      ]
      let foreign = person.merging(["fault": "wrong-audience"]) { $1 }
      let token = try await server.labToken(provider, .object(foreign))
      expectRefused(
        try await server.signInWithIdp([("providerId", provider), ("access_token", token)]),
        "INVALID_IDP_RESPONSE")
      #expect(try await server.accounts() == before)
      let own = try await server.labToken(provider, .object(person))
      _ = try TestSession(await server.signInWithIdp([("providerId", provider), ("access_token", own)]))
    }
  }
}
