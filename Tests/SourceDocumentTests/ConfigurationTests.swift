import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: provider settings and the handler")
struct ConfigurationTests {
  @Test("Point 3: a disabled provider gives OPERATION_NOT_ALLOWED, for app credentials and for the web flow")
  func disabledProvider() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("facebook.com")
      let credential = [(name: "providerId", value: "facebook.com"), (name: "access_token", value: token)]
      #expect(try await server.signInWithIdp(credential).status == 200)

      _ = try await server.backend.administration.disableProvider("facebook.com", in: TestServer.project)
      let refused = try await server.signInWithIdp(credential)
      #expect(refused.status == 400)
      #expect(
        refused.errorMessage
          == "OPERATION_NOT_ALLOWED : The identity provider configuration is not found or not enabled.")

      let flow = try await WebFlow.appleApp(server, "facebook.com").start()
      #expect(flow.deepLink?.firebaseError?["code"] == "auth/operation-not-allowed")
      let uri = try await server.call(
        "accounts:createAuthUri",
        ["providerId": "facebook.com", "continueUri": .string(server.origin + "/__/auth/handler")])
      #expect(uri.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    }
  }

  @Test("Point 3: a provider that was never set up is refused as one that is disabled")
  func unknownProvider() async throws {
    try await TestServer.run { server in
      try await server.changeProject { $0.providers.removeAll { $0.providerID == "github.com" } }
      let token = try await server.labToken("github.com")
      let refused = try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)])
      #expect(refused.status == 400)
      #expect(refused.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED : ") == true)
    }
  }

  @Test("Point 3: native Sign in with Apple needs no services id, team id, key id or private key")
  func appleWithoutKey() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("apple.com") { settings in
        settings.clientID = ""
        settings.apple = nil
        settings.sealedSecrets = nil
      }
      let token = try await server.labToken("apple.com", ["rawNonce": "raw nonce"])
      let response = try await server.signInWithIdp([
        ("providerId", "apple.com"), ("id_token", token), ("nonce", "raw nonce"),
      ])
      #expect(response.status == 200, "\(response.text)")
    }
  }

  @Test("Point 3: Facebook and GitHub need their secret; without it the setting is refused with a reason")
  func secretsAreNeeded() async throws {
    try await TestServer.run { server in
      for providerID in ["facebook.com", "github.com"] {
        let settings = ProviderSettings(providerID: providerID, enabled: true, clientID: "client")
        await #expect {
          try await server.changeProject { $0.providers.removeAll { $0.providerID == providerID } }
          _ = try await server.backend.administration.setProvider(
            settings, secrets: nil, for: .appCredentials, in: TestServer.project)
        } throws: { error in
          (error as? IdentityError)?.name == "MISSING_OAUTH_CLIENT_SECRET"
            && (error as? IdentityError)?.detail?.contains("secret") == true
        }
      }
    }
  }

  @Test("Point 4: /__/auth/handler is the redirect URI of every OAuth provider")
  func handlerIsTheRedirectURI() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [
        "apple.com", "facebook.com", "github.com", "google.com", "oauth.lab", "oidc.lab",
      ]) { providerID in
        let address = try await WebFlow.page(server, providerID).authorizationURL()
        let query = FormURLEncoded(parsing: String(address.split(separator: "?")[1]))
        #expect(query["redirect_uri"] == server.origin + "/__/auth/handler")
      }
    }
  }

  @Test(
    "Point 4: the handler answers on the auth domain and, for emulator settings, at /emulator/auth/handler")
  func handlerIsServed() async throws {
    try await TestServer.run { server in
      for path in ["/__/auth/handler", "/emulator/auth/handler"] {
        var flow = try await WebFlow.appleApp(server, "github.com")
        flow.path = path
        let response = try await flow.start()
        #expect(response.status == 303, "\(path)")
        #expect(response.location?.contains("redirect_uri=") == true)
        let signedIn = try await flow.signIn(as: "ada")
        #expect(signedIn.status == 200, "\(path): \(signedIn.text)")
      }
    }
  }
}
