import Identity
import TestSupport
import Testing

@testable import Operations

@Suite("What a look at the settings of passkeys finds", .fewAtOnce)
struct PasskeyFindingTests {
  private static func kinds(
    _ rpID: String, _ origins: [String], _ change: (inout PasskeyFacts) -> Void = { _ in }
  ) -> [PasskeyFinding.Kind] {
    var facts = PasskeyFacts()
    facts.settings = .init(isEnabled: true, rpID: rpID, origins: origins)
    change(&facts)
    return facts.findings.map(\.kind)
  }

  @Test("without an RP ID, and switched off")
  func absent() {
    #expect(PasskeyFacts().findings.map(\.kind) == [.notSetUp])
    #expect(Self.kinds("a.example", []) { $0.settings?.isEnabled = false } == [.off])
  }

  @Test("a site is the domain's own by whole labels alone")
  func sites() {
    #expect(
      Self.kinds("example.com", ["https://example.com:8443", "https://a.b.example.com"])
        == [.ownSite, .ownSite])
    #expect(Self.kinds("example.com", ["https://badexample.com"]) == [.relatedSiteElsewhere])
    #expect(
      Self.kinds("example.com", ["https://other.example"]) {
        $0.publishedOrigins = ["https://other.example"]
        $0.isServedHere = true
      } == [.relatedSite])
    #expect(
      Self.kinds("localhost", ["http://localhost:3000", "http://app.localhost"])
        == [.ownSite, .belowLocalhost])
  }

  @Test("what does not count on a host of the server that projects share")
  func shared() {
    #expect(
      Self.kinds("auth.example.com", ["https://auth.example.com", "https://app.example"]) {
        $0.acceptedOrigins = ["https://auth.example.com"]
      } == [.ownSite, .sharedDomain])
  }

  @Test("more labels than browsers take, of all sites of the RP ID")
  func many() {
    let others = (1...6).map { "https://\($0).example" }
    #expect(Self.kinds("example.com", others).last == .manyRelatedSites)
    let five = Array(others.dropLast())
    #expect(!Self.kinds("example.com", five).contains(.manyRelatedSites))
    // One label in many countries, and sites below one domain.
    let one = ["https://1.co.uk", "https://1.com", "https://a.1.example", "https://b.1.example:8443"]
    #expect(!Self.kinds("example.com", five + one).contains(.manyRelatedSites))
    // The RP ID's own site counts, and what another project has.
    #expect(Self.kinds("example.com", five + ["https://example.com"]).last == .manyRelatedSites)
    #expect(Self.kinds("example.com", five) { $0.publishedOrigins = [others[5]] }.last == .manyRelatedSites)
  }

  @Test("the findings of a project look at the whole document")
  func document() async throws {
    try await TestServer.run { server in
      let project = try await server.project()
      try await server.changeProject {
        $0.signIn.passkeys = PasskeySettings(
          rpID: "example.com", expectedOrigins: (1...6).map { "https://a.example\($0).com" })
      }
      var caller = Caller(project: try await server.project(), authority: .administrator)
      caller.tenant = Tenant(
        id: try #require(TenantID(rawValue: "t")), project: project.id, createdAt: Instant(seconds: 1))
      caller.tenant?.signIn.passkeys = PasskeySettings(
        rpID: "example.com", expectedOrigins: ["https://example.com"])
      let findings = try await server.backend.administration.passkeyFindings(of: caller)
      #expect(findings.contains { $0.kind == .manyRelatedSites && $0.count == 7 })
    }
  }

  @Test("apps that are not registered whole, and stranded passkeys")
  func apps() {
    let app = "android:apk-key-hash:AAAA"
    #expect(Self.kinds("example.com", [app]) == [.androidAppUnknown])
    #expect(Self.kinds("example.com", [app]) { $0.hasAndroidApp = true } == [.androidApp])
    #expect(Self.kinds("example.com", []) { $0.hasAppleApp = true } == [.appleTeamUnknown])
    #expect(Self.kinds("example.com", []) { $0.stranded = 2 } == [.stranded])
  }
}
