import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("A test of a provider whose discovery document cannot be had")
struct DiscoveryPreflightTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var answer: StubProvider.Answer
    var reason: String
    var testDescription: String { reason }
  }

  static let cases = [
    Case(answer: .text("no", status: 404), reason: "it answered with HTTP 404"),
    Case(answer: .text("no"), reason: "its answer cannot be read"),
    Case(answer: StubProvider.Answer(neverComes: true), reason: "it took too long"),
  ]

  private static let documentPath = "/.well-known/openid-configuration"

  private static func checks(
    _ provider: CodeFlowFixture, _ change: (inout ProviderSettings) -> Void = { _ in }
  ) async -> [SignInCheck.Name: SignInCheck] {
    var settings = provider.settings
    settings.responseType = .code
    settings.revokesOnDeletion = true
    change(&settings)
    let checks = await provider.registry.preflight(
      settings, secrets: provider.secrets, redirectURI: CodeFlowFixture.redirect, now: TestToken.now)
    return Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0) })
  }

  private static func expectOneFailure(_ checks: [SignInCheck.Name: SignInCheck], _ reason: String) {
    #expect(checks.values.filter { $0.outcome == .failed }.map(\.name) == [.discovery])
    #expect(checks[.discovery]?.report?.check == "discovery")
    #expect(checks[.discovery]?.report?.sentence == "The discovery document cannot be fetched: \(reason).")
    #expect(checks[.discovery]?.seen?.hasSuffix(documentPath) == true)
    for name in [SignInCheck.Name.revocation, .keys, .client] {
      #expect(checks[name]?.outcome == .notReached && checks[name]?.report == nil, "\(name)")
    }
  }

  // Fails when the keys are blamed, and when each check asks for the document by itself.
  @Test(
    "fails in one check, asks for the document once, and does not reach those that need it", arguments: cases)
  func failed(_ one: Case) async throws {
    var limits = OutgoingHTTP.Limits()
    if one.answer.neverComes { limits.timeout = .milliseconds(600) }
    try await CodeFlowFixture.run(limits: limits) { (provider: CodeFlowFixture) in
      provider.answers.withoutDiscovery(one.answer)
      Self.expectOneFailure(await Self.checks(provider), one.reason)
      #expect(provider.stub.received.map(\.path) == [Self.documentPath])
    }
  }

  @Test("says so where nobody answers")
  func refused() async throws {
    let left = try await StubProvider.run({ _ in .text("") }) { $0.baseURL }
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) in
      Self.expectOneFailure(
        await Self.checks(provider) { $0.endpoints.issuer = left }, "nobody answers there")
    }
  }

  // Fails when the one check stops those that have their address from the settings.
  @Test("looks at what the settings have the addresses of")
  func ownAddresses() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) in
      provider.answers.withoutDiscovery(.text("no", status: 404))
      let base = provider.stub.baseURL
      let checks = await Self.checks(provider) { settings in
        settings.endpoints.jwks = base + "/jwks"
        settings.endpoints.revocation = base + "/revoke"
      }
      #expect(checks[.discovery]?.outcome == .failed && checks[.client]?.outcome == .notReached)
      #expect(checks[.keys]?.outcome == .passed && checks[.revocation]?.outcome == .passed)
    }
  }

  @Test("asks for the document in a check of its own where the revocation endpoint alone is discovered")
  func revocationAlone() async throws {
    try await CodeFlowFixture.run { (provider: CodeFlowFixture) in
      provider.answers.withoutDiscovery(.text("no", status: 404))
      let base = provider.stub.baseURL
      let checks = await Self.checks(provider) { settings in
        settings.endpoints.authorization = base + "/authorize"
        settings.endpoints.jwks = base + "/jwks"
        settings.endpoints.token = base + "/token"
      }
      #expect(checks[.discovery]?.outcome == .failed && checks[.revocation]?.outcome == .notReached)
      #expect(checks[.keys]?.outcome == .passed && checks[.client]?.outcome != .notReached)
      #expect(provider.stub.received(Self.documentPath).count == 1)
    }
  }
}
