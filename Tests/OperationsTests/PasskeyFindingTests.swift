import Testing

@testable import Operations

@Suite("What a look at the settings of passkeys finds")
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
      Self.kinds("example.com", ["https://other.example"]) { $0.servedOrigins = ["https://other.example"] }
        == [.relatedSite])
    #expect(
      Self.kinds("localhost", ["http://localhost:3000", "http://app.localhost"])
        == [.ownSite, .belowLocalhost])
  }

  @Test("more sites of other domains than browsers take")
  func many() {
    let others = (1...6).map { "https://\($0).example" }
    #expect(Self.kinds("example.com", others).last == .manyRelatedSites)
    #expect(!Self.kinds("example.com", Array(others.dropLast())).contains(.manyRelatedSites))
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
