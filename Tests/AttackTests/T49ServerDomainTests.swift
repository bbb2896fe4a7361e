import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations

/// The editor of one project lets his apps and sites speak for the server's own host.
@Suite("T49: the server's own domain", .fewAtOnce)
struct T49ServerDomainTests {
  private static let host = "auth.example.com"
  private static let own = "https://auth.example.com"
  private static let site = "https://evil.example"
  private static let app = "android:apk-key-hash:" + Base64URL.encode([UInt8](repeating: 0xAB, count: 32))
  private static let documents = ["webauthn", "apple-app-site-association", "assetlinks.json"]

  /// Runs a server for real users. Its one project is the editor's, who uses every setting that he may.
  private static func run(
    passkeyProjects: [String: ProjectID] = [:],
    _ body: @Sendable @escaping (_ server: TestServer, _ key: String) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = [own, "https://login.example.net"]
    options.passkeyProjects = passkeyProjects
    try await TestServer.run(options) { server in
      try await server.changeProject { project in
        project.signIn.passkeys = PasskeySettings(rpID: host, expectedOrigins: [own, site, app])
        project.apps = [
          App(platform: .ios, appID: "1:1:ios:1", bundleID: "com.evil.app"),
          App(platform: .android, appID: "1:1:android:1", packageName: "com.evil.droid"),
        ]
        var apple = ProviderSettings(providerID: "apple.com", enabled: true, clientID: "com.evil.web")
        apple.apple = ProviderSettings.AppleKey(teamID: "EVIL123456", keyID: "KEY1234567")
        project.providers = [apple]
      }
      try await body(server, try await server.project().apiKeys[0])
    }
  }

  /// The API key of a second project, whose users have passkeys of the server's host by default.
  private static func addVictims(_ server: TestServer) async throws -> String {
    let id = try #require(ProjectID(rawValue: "victims"))
    return try #require(try await server.backend.administration.create(id).apiKeys.first)
  }

  private static func document(_ name: String, _ server: TestServer, host: String = host) async throws
    -> TestResponse
  {
    try await server.send("GET", "/.well-known/\(name)", headers: ["Host": host])
  }

  private static func enroll(
    _ authenticator: inout SoftAuthenticator, _ session: TestSession, _ server: TestServer, key: String
  ) async throws -> TestResponse {
    let started = try await server.call2(
      "accounts/passkeyEnrollment:start", ["idToken": .string(session.idToken)], key: key)
    let handle = started.json["credentialCreationOptions"]?["user"]?["id"]?.stringValue
    authenticator.userHandle = handle.flatMap { Base64Bytes.decode($0) } ?? []
    let answer = try authenticator.registration(challenge: try server.challenge(of: started))
    return try await server.call2(
      "accounts/passkeyEnrollment:finalize",
      ["idToken": .string(session.idToken), "authenticatorRegistrationResponse": answer], key: key)
  }

  /// Signs in with a passkey of the server's host, on the page or in the app of an origin.
  private static func signIn(
    _ authenticator: SoftAuthenticator, in origin: String, _ server: TestServer, key: String
  ) async throws -> TestResponse {
    var authenticator = authenticator
    authenticator.origin = origin
    let challenge = try await server.signInChallenge(key: key)
    return try await server.finalizePasskeySignIn(try authenticator.assertion(challenge: challenge), key: key)
  }

  // Fails when AssociatedSites publishes what a project sets, without a look at whose host it is.
  @Test("as soon as there is a second project, the server's documents name the server's own pages alone")
  func documents() async throws {
    try await Self.run { server, _ in
      for (name, text) in zip(Self.documents, ["evil.example", "EVIL123456.com.evil.app", "com.evil.droid"]) {
        let alone = try await Self.document(name, server)
        #expect(alone.status == 200 && alone.text.contains(text), "\(name): \(alone.text)")
      }
      _ = try await Self.addVictims(server)
      let related = try await Self.document("webauthn", server)
      #expect(related.json == ["origins": [.string(Self.own)]], "\(related.text)")
      for name in Self.documents.dropFirst() {
        let document = try await Self.document(name, server)
        #expect(document.status == 404 && !document.text.contains("evil"), "\(name): \(document.text)")
      }
      // Another host of the server, which no other project uses.
      try await server.changeProject { $0.signIn.passkeys?.rpID = "login.example.net" }
      for name in Self.documents {
        let document = try await Self.document(name, server, host: "login.example.net")
        #expect(!document.text.contains("evil"), "\(name): \(document.text)")
      }
      // A domain of the editor's own.
      try await server.changeProject { $0.signIn.passkeys?.rpID = "evil.example" }
      let ownDocument = try await Self.document("webauthn", server, host: "evil.example")
      #expect(ownDocument.text.contains(Self.site), "\(ownDocument.text)")
    }
  }

  // Fails when the operations take the origins that a project sets, without a look at whose host the RP ID is.
  @Test("an answer that was made in an app or on a site of one project signs in to no project")
  func answers() async throws {
    try await Self.run { server, key in
      let user = try await server.signUp("eve@example.com", "correct horse", key: key)
      var ofApp = SoftAuthenticator(relyingPartyID: Self.host, origin: Self.app)
      let enrolled = try await Self.enroll(&ofApp, user, server, key: key)
      #expect(enrolled.status == 200, "one project may: \(enrolled.text)")
      #expect(try await Self.signIn(ofApp, in: Self.site, server, key: key).status == 200)

      let victims = try await Self.addVictims(server)
      let victim = try await server.signUp("ada@example.com", "correct horse", key: victims)
      var passkey = SoftAuthenticator(relyingPartyID: Self.host, origin: Self.own)
      let ofVictim = try await Self.enroll(&passkey, victim, server, key: victims)
      #expect(ofVictim.status == 200, "\(ofVictim.text)")
      for origin in [Self.app, Self.site] {
        for (authenticator, key) in [(ofApp, key), (passkey, victims)] {
          let refused = try await Self.signIn(authenticator, in: origin, server, key: key)
          expectRefused(refused, "INVALID_AUTHENTICATOR_RESPONSE", origin)
        }
        for (session, key) in [(user, key), (victim, victims)] {
          var another = SoftAuthenticator(relyingPartyID: Self.host, origin: origin)
          let refused = try await Self.enroll(&another, session, server, key: key)
          expectRefused(refused, "INVALID_AUTHENTICATOR_RESPONSE", origin)
        }
      }
      for (authenticator, key) in [(ofApp, key), (passkey, victims)] {
        #expect(try await Self.signIn(authenticator, in: Self.own, server, key: key).status == 200)
      }
    }
  }

  // Fails when only the settings of projects are compared with the server's hosts.
  @Test("nor does a tenant of a project let its app speak for the server's host")
  func tenant() async throws {
    try await Self.run { server, _ in
      _ = try await Self.addVictims(server)
      let project = try await server.project()
      var tenant = Tenant(
        id: try #require(TenantID(rawValue: "one")), project: project.id, createdAt: .init(seconds: 1))
      tenant.signIn.passkeys = PasskeySettings(rpID: Self.host, expectedOrigins: [Self.own, Self.app])
      let caller = Caller(project: project, tenant: tenant, authority: .apiKey)
      let policy = try await server.service.passkeyPolicy(for: caller)
      #expect(policy.settings.expectedOrigins == [Self.own])
    }
  }

  // Fails when the operator's choice counts for another host or project, and when it does not count.
  @Test("the operator's configuration alone lets one project speak for a host")
  func operatorsChoice() async throws {
    try await Self.run(passkeyProjects: [Self.host: TestServer.project]) { server, key in
      let user = try await server.signUp("eve@example.com", "correct horse", key: key)
      _ = try await Self.addVictims(server)
      var ofApp = SoftAuthenticator(relyingPartyID: Self.host, origin: Self.app)
      let enrolled = try await Self.enroll(&ofApp, user, server, key: key)
      #expect(enrolled.status == 200, "\(enrolled.text)")
      for name in Self.documents {
        #expect(try await Self.document(name, server).text.contains("evil"), "\(name)")
      }
      try await server.changeProject { $0.signIn.passkeys?.rpID = "login.example.net" }
      let other = try await Self.document("assetlinks.json", server, host: "login.example.net")
      #expect(other.status == 404, "\(other.text)")
    }
    let victims = try #require(ProjectID(rawValue: "victims"))
    try await Self.run(passkeyProjects: [Self.host: victims]) { server, _ in
      _ = try await Self.addVictims(server)
      for name in Self.documents {
        let document = try await Self.document(name, server)
        #expect(!document.text.contains("evil"), "\(name): \(document.text)")
      }
    }
  }
}
