import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: Sign in with Apple")
struct AppleTests {
  static let nonce = "apple.raw-nonce_32"

  private static func signIn(
    _ server: TestServer, _ options: [String: JSONValue] = [:], user: String? = nil
  ) async throws -> TestResponse {
    // A fresh one for each request, as the source documents have it.
    let nonce = UUID().uuidString
    let token = try await server.labToken(
      "apple.com", .object(options.merging(["rawNonce": .string(nonce)]) { $1 }))
    var parameters = [("providerId", "apple.com"), ("id_token", token), ("nonce", nonce)]
    if let user { parameters.append(("user", user)) }
    return try await server.signInWithIdp(parameters.map { (name: $0.0, value: $0.1) })
  }

  @Test("Point 19: a token for the bundle id (native) or the services id (web) is accepted, no other")
  func audience() async throws {
    try await TestServer.run { server in
      for audience in ["com.example.latchkey", "com.example.latchkey.web"] {
        let response = try await Self.signIn(server, ["audience": .string(audience)])
        #expect(response.status == 200, "\(audience): \(response.text)")
      }
      for audience in ["com.example.other", "com.example.latchkey.", "com.example", "COM.EXAMPLE.LATCHKEY"] {
        let response = try await Self.signIn(server, ["audience": .string(audience)])
        #expect(response.status == 400, "\(audience)")
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : The audience in ID Token") == true)
      }
    }
  }

  @Test("Point 19: the Apple ID token's nonce must be the SHA-256 of the raw nonce")
  func nonce() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("apple.com", ["rawNonce": .string(Self.nonce)])
      for nonce in ["wrong", WebFlow.digest(Self.nonce), nil] {
        let parameters =
          [("providerId", "apple.com"), ("id_token", token)] + (nonce.map { [("nonce", $0)] } ?? [])
        let refused = try await server.signInWithIdp(parameters.map { (name: $0.0, value: $0.1) })
        #expect(refused.status == 400)
        #expect(refused.errorMessage?.hasPrefix("MISSING_OR_INVALID_NONCE : ") == true, "\(refused.text)")
      }
      #expect(try await server.accountCount() == 0)
      let right = try await server.signInWithIdp([
        ("providerId", "apple.com"), ("id_token", token), ("nonce", Self.nonce),
      ])
      #expect(right.status == 200)
      #expect(right.json["oauthIdToken"] == .string(token))
    }
  }

  @Test("Point 19: a token whose signature, issuer or time is wrong is refused")
  func faults() async throws {
    try await TestServer.run { server in
      for fault in ["wrong-signature", "unknown-key", "alg-none", "alg-hs256", "wrong-issuer", "expired"] {
        let response = try await Self.signIn(server, ["fault": .string(fault)])
        #expect(response.status == 400, "\(fault)")
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(fault)")
      }
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("Point 20: Apple gives no photo URL, and a private relay address is stored as given")
  func relayAddress() async throws {
    try await TestServer.run { server in
      let response = try await Self.signIn(server, ["person": "hedy"])
      let relay: JSONValue = "k7q2m9x4tz@privaterelay.appleid.com"
      #expect(response.json["email"] == relay)
      #expect(response.json["emailVerified"] == true)
      #expect(response.json["photoUrl"] == nil)
      let session = try TestSession(response)
      let user = try await server.lookUp(session.idToken)
      #expect(user["email"] == relay)
      #expect(user["photoUrl"] == nil)
      #expect(user["providerUserInfo"]?.arrayValue?.first?["email"] == relay)
      #expect(session.claims["picture"] == nil)
    }
  }

  @Test("Point 20: both spellings of Apple's flags count as verified")
  func stringBooleans() async throws {
    try await TestServer.run { server in
      _ = try await server.controlLab("PUT", "settings", ["appleStringBooleans": true])
      #expect(try await Self.signIn(server, ["person": "ada"]).json["emailVerified"] == true)
      #expect(try await Self.signIn(server, ["person": "alan"]).json["emailVerified"] == false)
    }
  }

  @Test("Point 21: the name of the first sign-in becomes the display name, and none later erases it")
  func nameOfTheRequest() async throws {
    try await TestServer.run { server in
      let first = try await Self.signIn(
        server, user: #"{"name":{"firstName":"Ada","lastName":"Lovelace"}}"#)
      #expect(first.json["displayName"] == "Ada Lovelace")
      #expect(first.json["firstName"] == "Ada")
      #expect(first.json["lastName"] == "Lovelace")
      for user in [nil, #"{"name":{}}"#, "not json", #"{"name":{"firstName":"","lastName":""}}"#] {
        let later = try await Self.signIn(server, user: user)
        #expect(later.json["displayName"] == "Ada Lovelace", "\(user ?? "")")
        #expect(try await server.lookUp(TestSession(later).idToken)["displayName"] == "Ada Lovelace")
      }
    }
  }

  @Test("Point 21: the official SDK's percent-decoded body keeps a name with & and + whole")
  func nameInADecodedBody() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("apple.com", ["rawNonce": .string(Self.nonce)])
      let response = try await server.call(
        "accounts:signInWithIdp",
        [
          "requestUri": "http://localhost", "returnSecureToken": true,
          "postBody": .string(
            "providerId=apple.com&id_token=\(token)&nonce=\(Self.nonce)"
              + #"&user={"name":{"firstName":"Ada & Co=1+1","lastName":"O'Neil Å"}}"#),
        ])
      #expect(response.json["displayName"] == "Ada & Co=1+1 O'Neil Å", "\(response.text)")
    }
  }

  @Test("Point 21: without a name the display name is absent")
  func noName() async throws {
    try await TestServer.run { server in
      let response = try await Self.signIn(server)
      #expect(response.status == 200)
      #expect(response.json["displayName"] == nil)
      #expect(try await server.lookUp(TestSession(response).idToken)["displayName"] == nil)
    }
  }

  @Test("Point 21: in the web flow the name comes in Apple's form once and is kept")
  func nameOfTheForm() async throws {
    try await TestServer.run { server in
      let first = try await WebFlow.appleApp(server, "apple.com").signIn(as: "siobhan")
      #expect(first.json["displayName"] == "Siobhán O'Brien-Łukasiewicz", "\(first.text)")
      let second = try await WebFlow.appleApp(server, "apple.com").signIn(as: "siobhan")
      #expect(second.json["displayName"] == "Siobhán O'Brien-Łukasiewicz")
      #expect(second.json["isNewUser"] != true)
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("Point 22: scopes and the language parameter of the web flow are passed on to Apple")
  func scopesAndLanguage() async throws {
    try await TestServer.run { server in
      let package = try #require(try await server.app(.android).packageName)
      let flow = WebFlow(
        server,
        [
          ("apiKey", "key"), ("authType", "signInWithRedirect"), ("apn", package),
          ("sessionId", WebFlow.digest("SESSION")), ("eventId", "EVENT"), ("providerId", "apple.com"),
          ("scopes", "email,name"), ("customParameters", #"{"language":"fr"}"#),
        ], sessionID: "SESSION")
      let address = try await flow.authorizationURL()
      let answer = try await flow.decide(at: address, as: "ada")
      let received = try await server.lastAuthorization(at: "apple.com")
      #expect(received["locale"] == "fr")
      #expect(received["scope"] == "email name")
      #expect(received["response_mode"] == "form_post")
      #expect(received["client_id"] == "com.example.latchkey.web")
      let last = try await flow.comeBack(answer)
      #expect(
        last.location?.hasPrefix("intent://firebase.auth/#Intent;scheme=genericidp;package=\(package);")
          == true)
      #expect(last.location?.contains("S.link=") == true)
    }
  }

  @Test("Point 22: the app's own language (hl) is used where no parameter names one")
  func appLanguage() async throws {
    try await TestServer.run { server in
      let flow = try await WebFlow.appleApp(server, "apple.com", [("hl", "pt-BR")])
      _ = try await flow.decide(at: try await flow.authorizationURL(), as: "ada")
      #expect(try await server.lastAuthorization(at: "apple.com")["locale"] == "pt_BR")
    }
  }
}
