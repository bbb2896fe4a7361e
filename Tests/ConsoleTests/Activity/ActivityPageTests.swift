import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("The console's page on activity")
struct ActivityPageTests {
  private static let project = Scope(project: TestServer.project)
  /// 2027-01-15 08:00 UTC.
  private static let begin = Instant(seconds: 1_800_000_000)

  private static func run(_ body: @Sendable @escaping (TestServer, ConsoleBrowser) async throws -> Void)
    async throws
  {
    var options = TestServer.Options()
    options.clock = SettableClock(begin)
    try await TestServer.run(options) { server in try await body(server, ConsoleBrowser(server)) }
  }

  private static func figure(_ id: String, _ page: ConsoleDocument) -> String? {
    page.element(id: "fact-\(id)")?.text
  }

  /// Names and totals of a chart's legend.
  private static func legend(_ chart: String, _ page: ConsoleDocument) throws -> [String] {
    let svg = try #require(page.element(id: chart), "no chart \(chart)")
    #expect(svg["role"] == "img" && svg.first("title") != nil && svg.first("desc")?.text.isEmpty == false)
    let card = try #require(
      page.root.all("section").first { $0.element(id: chart) != nil && $0.isOf("card") })
    return card.all("ul").first { $0.isOf("chart-legend") }?.all("li").map(\.text) ?? []
  }

  @Test("sign-ups and sign-ins stand in it as soon as they happen, by method and by outcome")
  func counts() async throws {
    try await Self.run { server, browser in
      let empty = try await browser.open(ConsoleBrowser.path("activity"))
      #expect(empty.heading == "Activity" && Self.figure("signUps", empty) == "0")
      #expect(
        empty.text.contains("There was no activity in this time span.") && empty.root.first("desc") == nil)
      _ = try await server.signUp("ann@example.com")
      for _ in 0..<2 { _ = try await server.signInWithPassword("ann@example.com", "correct horse") }
      _ = try await server.signInWithPassword("ann@example.com", "wrong horse")
      _ = try await server.signInByPhone("+15551230100")
      let page = try await browser.open(ConsoleBrowser.path("activity"))
      #expect(Self.figure("signUps", page) == "2" && Self.figure("signIns", page) == "4")
      #expect(Self.figure("refused", page) == "1" && Self.figure("failed", page) == "0")
      #expect(try Self.legend("sign-ins", page) == ["Password 2", "Phone 1", "Sign-up with a password 1"])
      #expect(try Self.legend("outcomes", page) == ["Succeeded 4", "Refused 1"])
      #expect(try Self.legend("sign-ups", page) == ["Password 1", "Phone 1"])
    }
  }

  @Test("what is drawn stands in a table, too, hour by hour and day by day")
  func table() async throws {
    try await Self.run { server, browser in
      _ = try await server.signUpAnonymously()
      server.clock.advance(seconds: 3_600)
      for _ in 0..<2 { _ = try await server.signUpAnonymously() }
      for (range, rows) in [
        ("24h", ["Jan 15 08:00–09:0011", "Jan 15 09:00–10:0022"]), ("7d", ["Jan 15 06:00–12:0033"]),
        ("30d", ["Jan 1533"]), ("90d", ["Jan 1533"]), ("nonsense", ["Jan 15 06:00–12:0033"]),
      ] {
        let page = try await browser.open(ConsoleBrowser.path("activity?range=\(range)"))
        let table = try #require(page.root.first("table"))
        // The hour, of the one method, of all.
        #expect(table.first("tbody")?.all("tr").map(\.text) == rows, "\(range)")
        #expect(table.first("caption")?.text == "Sign-ins by method")
        let current = page.root.all("a").filter {
          $0["aria-current"] == "true" && $0["href"]?.contains("range=") == true
        }
        #expect(current.count == 1)
        #expect(page.element(id: "sign-ins")?.all("rect").contains { $0.isOf("chart-column") } == true)
      }
      server.clock.advance(seconds: 25 * 3_600)
      let next = try await browser.open(ConsoleBrowser.path("activity?range=24h"))
      #expect(Self.figure("signUps", next) == "0")
      #expect(Self.figure("signUps", try await browser.open(ConsoleBrowser.path("activity?range=7d"))) == "3")
    }
  }

  @Test("a tenant has charts of its own, and the project's have all tenants in them")
  func tenants() async throws {
    try await Self.run { server, browser in
      try await server.openTenant("tea")
      _ = try await server.signUp("ann@example.com")
      _ = try await server.call(
        "accounts:signUp",
        ["email": "bob@example.com", "password": "correct horse", "tenantId": "tea"])
      #expect(Self.figure("signUps", try await browser.open(ConsoleBrowser.path("activity"))) == "2")
      let tea = try await browser.open(ConsoleBrowser.path("activity?tenant=tea"))
      #expect(Self.figure("signUps", tea) == "1")
      for link in tea.root.first("main")?.all("a") ?? [] where link["href"]?.contains("/activity") == true {
        #expect(link["href"]?.contains("tenant=tea") == true, "\(link["href"] ?? "")")
      }
    }
  }

  @Test("methods that are too many for a colour of their own are the others, and none is lost")
  func many() async throws {
    try await Self.run { server, browser in
      for number in 1...12 {
        for _ in 0..<number {
          server.service.activity.count(Activity(.signIn, by: "oidc.p\(number)", .success), in: Self.project)
        }
      }
      let page = try await browser.open(ConsoleBrowser.path("activity"))
      let legend = try Self.legend("sign-ins", page)
      #expect(
        legend == [
          "oidc.p12 12", "oidc.p11 11", "oidc.p10 10", "oidc.p9 9", "oidc.p8 8", "oidc.p7 7", "oidc.p6 6",
          "Others 15",
        ])
      #expect(Self.figure("signIns", page) == "78")
    }
  }

  @Test("it speaks the reader's language", arguments: ["ja", "vi"])
  func languages(tag: String) async throws {
    try await Self.run { server, _ in
      let browser = ConsoleBrowser(server, headers: ["Accept-Language": tag])
      _ = try await server.signUpAnonymously()
      let page = try await browser.open(ConsoleBrowser.path("activity?range=30d"))
      let day = page.root.first("tbody")?.first("th")?.text ?? ""
      #expect(day.contains(tag == "ja" ? "1月15日" : "15"), "\(day)")
      #expect(page.text.contains(tag == "ja" ? "匿名" : "Ẩn danh"))
    }
  }

  // MARK: The picture

  @Test(
    "an axis ends at a round number, with few lines",
    arguments: [0, 1, 2, 5, 6, 9, 10, 11, 99, 101, 12_345, 4_000_000_000])
  func scale(largest: Int64) {
    let scale = ChartScale(largest: largest)
    #expect(scale.maximum >= largest && scale.maximum > 0 && scale.ticks.last == scale.maximum)
    #expect((2...6).contains(scale.ticks.count), "\(scale.ticks)")
    #expect(largest < 5 || scale.maximum < largest * 2)
  }

  // Fails when the columns reach to the right edge: a label stands in the middle under its column.
  @Test(
    "no label reaches beyond the picture, at any hour and in any language", arguments: ["en", "ja", "vi"])
  func labels(tag: String) async throws {
    try await Self.run { server, _ in
      let browser = ConsoleBrowser(server, headers: ["Accept-Language": tag])
      for _ in 0..<4 {
        _ = try await server.signUpAnonymously()
        for range in ["24h", "7d", "30d", "90d"] {
          let page = try await browser.open(ConsoleBrowser.path("activity?range=\(range)"))
          let picture = try #require(page.element(id: "sign-ins"))
          let labels = picture.all("text").filter { $0.isOf("chart-label") }
          #expect(!labels.isEmpty)
          for label in labels {
            let x = try #require(Double(label["x"] ?? ""))
            // As high as on a phone; a letter of Latin is about half as wide, one of Han is as wide as high.
            let width = label.text.unicodeScalars.reduce(0.0) { $0 + ($1.value > 0x2E80 ? 19 : 10) }
            #expect(x - width / 2 >= 0 && x + width / 2 <= 480, "\(range): \(label.text) at \(x)")
          }
        }
        server.clock.advance(seconds: 4 * 3_600)
      }
    }
  }

  // Fails when a colour of the palette is changed without looking.
  @Test("every colour of the charts is 3:1 at least against the cards, light and dark")
  func contrast() throws {
    let page = String(decoding: PackageResources.console_css, as: UTF8.self)
    let blocks = page.components(separatedBy: "/* Charts.").dropFirst().joined()
      .components(separatedBy: "@media (prefers-color-scheme: dark)")
    #expect(blocks.count == 2)
    for (block, surface) in zip(blocks, ["#ffffff", "#1a202a"]) {
      let colors = block.matches(of: /--series-(\d): (#[0-9a-f]{6})/)
      #expect(Set(colors.map { String($0.1) }).count == ActivitySeries.paletteSize)
      for color in colors {
        let ratio = Self.contrast(try Self.luminance(String(color.2)), try Self.luminance(surface))
        #expect(ratio >= 3, "\(color.2) on \(surface): \(ratio)")
      }
    }
    #expect(
      StackedBars.marks.count == ActivitySeries.paletteSize
        && Set(StackedBars.marks).count == StackedBars.marks.count)
  }

  private static func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>
  private static func luminance(_ color: String) throws -> Double {
    let value = try #require(Int(color.dropFirst(), radix: 16))
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double(value >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test("every outcome, method, check and action has its words, in every language")
  func words() throws {
    let catalog = try TextCatalog(ConsoleTextTests.resources)
    var keys = Activity.Outcome.allCases.map { "activity.outcome.\($0.rawValue)" }
    keys += AuditAction.allCases.map { "audit.action.\($0.rawValue)" }
    keys += ["password", "password_sign_up", "anonymous", "phone", "emailLink", "custom", "mfa", "other"].map
    {
      "activity.provider.\($0)"
    }
    keys += ActivityRange.allCases.map { "activity.range.\($0.rawValue)" }
    keys += ActivityTabs.Tab.allCases.map { "activity.tab.\($0.rawValue)" }
    keys += ["signUps", "signIns", "refused", "failed", "resets"].map { "activity.fact.\($0)" }
    keys += ["seconds", "minutes", "hours", "days"].map { "activity.\($0)" }
    keys +=
      ["database", "keys", "accepting"].map { "health.check.\($0)" } + [
        "health.channel.mail", "health.channel.sms",
      ]
    keys += ["missing", "missingBefore", "changed", "misplaced", "truncated", "rewritten", "pruned"].map {
      "audit.fault.\($0)"
    }
    keys += ["tenant", "userAgent", "identifierHash", "id"].map { "audit.detail.\($0)" }
    for check in try Self.checks() { keys += ["failures.check.\(check)", "failures.help.\(check)"] }
    for key in keys {
      for language in Language.ofConsole {
        #expect(catalog.text(key, in: language) != nil, "\(key) \(language.rawValue)")
      }
    }
  }

  /// Every check that an explanation may name, as the code has them.
  private static func checks() throws -> Set<String> {
    let file = ConsoleTextTests.source.deletingLastPathComponent().appending(
      path: "IdentityProviders/Diagnosis/DiagnosisReport.swift")
    let code = try String(contentsOf: file, encoding: .utf8)
    let checks = code.matches(of: /DiagnosisReport\(\s*"([a-z-]+)"/).map { String($0.1) }
    #expect(checks.count > 20)
    return Set(checks)
  }
}
