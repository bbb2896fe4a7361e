import Identity
import IdentityProviders
import IdentityWire
import Synchronization
import TestSupport
import Testing

@testable import Operations

@Suite("The owner of look-ups")
struct LookUpOwnerTests {
  // Fails when operations resolve names in the operator's name: then one project could use up all look-ups.
  @Test("host names that an operation resolves count for its project")
  func operation() async throws {
    try await TestServer.run { server in
      let caller = try await TrialTester(server).caller()
      let owner = try await server.service.audited(nil, caller) { () async throws(IdentityError) in
        LookUpOwner.current
      }
      #expect(owner == TestServer.project.rawValue)
      #expect(LookUpOwner.current == nil)
    }
  }

  /// Knows no name, and keeps whose names it was asked for.
  private final class RecordingResolver: HostResolver {
    private let asked = Mutex<[String?]>([])
    var owners: [String?] { asked.withLock(\.self) }

    func addresses(of host: String) async -> [IPAddress] {
      asked.withLock { $0.append(LookUpOwner.current) }
      return []
    }
  }

  private static func owners(
    _ body: (ProviderRegistry) async throws -> Void
  ) async throws -> [String?] {
    let resolver = RecordingResolver()
    let http = OutgoingHTTP(resolver: resolver)
    do {
      try await body(ProviderRegistry(http: http))
    } catch {
      await http.shutDown()
      throw error
    }
    await http.shutDown()
    return resolver.owners
  }

  // Fails when the outbox resolves names in the operator's name.
  @Test("the host of a revocation endpoint counts for the project of the deleted account")
  func revocation() async throws {
    try await TestServer.run { server in
      var settings = ProviderSettings(providerID: "google.com", enabled: true, clientID: "app-1")
      settings.endpoints.revocation = "https://login.example.com/revoke"
      let stored = settings
      try await server.changeProject { project in
        project.providers = [stored]
      }
      var identity = try #require(ProviderIdentity(providerID: "google.com", rawID: "100123456"))
      identity.tokens.accessToken = "token-of-the-user-1"
      identity.tokens.addresses = settings.secretAddresses.digest
      let grant = try #require(ProviderGrant(of: identity, with: settings))
      let owners = try await Self.owners { registry in
        let transport = RevocationTransport(
          projects: server.backend.projects, providers: registry, privateHosts: PrivateHosts(),
          requestTimeout: .seconds(10), clock: server.clock)
        let payload = QueuedRevocation(
          providerID: "google.com", grant: grant, scope: Scope(project: TestServer.project))
        _ = await transport.deliver(payload, id: "one", createdAt: server.clock.now())
      }
      #expect(owners == [TestServer.project.rawValue])
    }
  }

  // Fails when the periodic update resolves names in the operator's name.
  @Test("the host of SAML metadata counts for the provider's project")
  func metadata() async throws {
    try await TestServer.run { server in
      var settings = SAMLProviderSettings(
        providerID: "saml.company", enabled: true, idpEntityID: "https://idp.example.com",
        ssoURL: "https://idp.example.com/sso", spEntityID: "latchkey",
        callbackURI: "https://app.example.com/__/auth/handler")
      settings.metadata = SAMLMetadataSource(url: "https://idp.example.com/metadata")
      let stored = settings
      try await server.changeProject { project in
        project.samlProviders = [stored]
      }
      let real = server.service
      let owners = try await Self.owners { registry in
        let service = IdentityService(
          store: real.store, projects: real.projects, keyRing: real.keyRing, issuer: real.issuer,
          verifier: real.verifier, passwordPool: real.passwordPool, samlPool: real.samlPool,
          providers: registry, messages: real.messages, unsignedCredentials: nil, functions: real.functions,
          captchas: real.captchas, clock: server.clock, random: real.random, log: real.log)
        _ = try await SAMLMetadataRefresh(service: service).run()
      }
      #expect(owners == [TestServer.project.rawValue])
    }
  }
}
