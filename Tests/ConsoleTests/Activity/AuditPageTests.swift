import Identity
import IdentityWire
import Operations
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("The console's page of the audit log")
struct AuditPageTests {
  private static func rows(_ page: ConsoleDocument) -> [String] {
    page.element(id: "audit-log")?.first("tbody")?.all("tr").map(\.text) ?? []
  }

  @Test("it has every record, the newest first, with who did it and what came of it")
  func records() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp("ann@example.com")
      _ = try await server.signInWithPassword("ann@example.com", "wrong horse")
      let events = try await server.auditEvents()
      let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path("activity/audit"))
      let rows = Self.rows(page)
      #expect(rows.count == min(events.count, 50))
      #expect(rows.first?.hasPrefix("\(events.count) Sign-in account.sign-in") == true)
      #expect(rows.first?.hasSuffix(try #require(events.last).outcome) == true)
      let signUp = try #require(rows.first { $0.contains("account.sign-up") })
      #expect(signUp.contains("user:\(session.localID)") && signUp.contains("success"))
      let links = page.root.all("a").compactMap { $0["href"] }
      #expect(links.contains(ConsoleBrowser.path("users/id-\(session.localID)")))
    }
  }

  @Test("it is found by account, actor and action; what is old is behind a link")
  func filters() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let ann = try await server.signUp("ann@example.com")
      for _ in 0..<60 { _ = try await server.signUpAnonymously() }
      _ = try await server.administer(
        "accounts:update", ["localId": .string(ann.localID), "displayName": "Ann"])
      let first = try await browser.open(ConsoleBrowser.path("activity/audit"))
      #expect(Self.rows(first).count == 50)
      let second = try await browser.open(try first.link("older"))
      #expect(!Self.rows(second).isEmpty && Self.rows(second).allSatisfy { !Self.rows(first).contains($0) })
      #expect(Self.rows(try await browser.open(try second.link("newest"))) == Self.rows(first))

      var form = try first.form("find-records")
      form["account"] = " \(ann.localID) "
      let ofAnn = try await browser.submit(form)
      #expect(Self.rows(ofAnn).count == 2 && Self.rows(ofAnn).allSatisfy { $0.contains(ann.localID) })
      form["actor"] = "owner"
      #expect(Self.rows(try await browser.submit(form)).count == 1)
      form["actor"] = ""
      form["action"] = "account.sign-up"
      let signUp = try await browser.submit(form)
      #expect(Self.rows(signUp).count == 1)
      #expect(try signUp.form("find-records")["account"] == ann.localID)
      #expect(try signUp.form("find-records")["action"] == "account.sign-up")
      form["account"] = "nobody"
      #expect(try await browser.submit(form).element(id: "no-records") != nil)
      for query in ["before=x", "before=-5", "before=0", "action=nothing", "log=x", "account=%00"] {
        _ = try await browser.open(ConsoleBrowser.path("activity/audit?\(query)"))
      }
    }
  }

  @Test("the installation's log is apart, and a tenant sees its own records")
  func logs() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      try await server.openTenant("tea")
      let installation = try await browser.open(ConsoleBrowser.path("activity/audit?log=installation"))
      #expect(Self.rows(installation).contains { $0.contains("keys.creation") })
      #expect(!Self.rows(installation).contains { $0.contains("tenant.creation") })
      _ = try await server.signUpAnonymously()
      let tea = try await browser.open(ConsoleBrowser.path("activity/audit?tenant=tea"))
      #expect(Self.rows(tea).count == 1 && Self.rows(tea).first?.contains("tenant.creation") == true)
      _ = try await server.addProject("other")
      let other = try await browser.open("/console/p/other/activity/audit")
      #expect(Self.rows(other).count == 1)
    }
  }

  // MARK: Verification

  private static func verified(_ browser: ConsoleBrowser, _ query: String = "") async throws
    -> ConsoleDocument
  {
    let page = try await browser.open(ConsoleBrowser.path("activity/audit\(query)"))
    return try await browser.submit(try page.form("verify"))
  }

  @Test("a log that is as it was written is said to be, with the line to keep elsewhere")
  func intact() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for _ in 0..<3 { _ = try await server.signUpAnonymously() }
      let page = try await Self.verified(browser)
      let head = try #require(
        try await server.backend.audit.auditHeads().first { $0.chain == TestServer.project })
      #expect(page.element(id: "intact")?.text == "Records 1 to \(head.sequence) are unchanged.")
      #expect(page.element(id: "head")?.text == "example \(head.sequence) \(hexadecimalText(head.hash))")
      let installation = try await Self.verified(browser, "?log=installation")
      #expect(installation.element(id: "head")?.text.hasPrefix("- ") == true)
      _ = try await server.addProject("other")
      #expect(Self.rows(page).isEmpty)
    }
  }

  @Test("a long log is verified part by part")
  func parts() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for start in stride(from: 0, to: 12_000, by: 1_000) {
        try await server.service.store.apply(
          (start..<start + 1_000).map { index in
            .appendAudit(
              AuditEvent(
                id: "e\(index)", at: server.clock.now(), project: TestServer.project, actor: "system",
                action: .update))
          })
      }
      let first = try await Self.verified(browser)
      #expect(first.element(id: "intact")?.text == "Records 1 to 10,000 are unchanged.")
      #expect(first.element(id: "head") == nil && first.element(id: "verified")?["value"] != nil)
      #expect(first.root.all("script").contains { $0["src"] == "/console/assets/audit_verification.js" })
      let rest = try await browser.submit(try first.form("verify-on"))
      let head = try #require(
        try await server.backend.audit.auditHeads().first { $0.chain == TestServer.project })
      #expect(rest.element(id: "head")?.text == "example \(head.sequence) \(hexadecimalText(head.hash))")
      #expect(rest.element(id: "intact")?.text.hasPrefix("Records 1 to 12,0") == true)
      // A place that somebody made up is no place of the log's.
      var forged = try first.form("verify-on")
      forged["head"] = "example 10000 " + String(repeating: "0", count: 64)
      #expect(try await browser.submit(forged).element(id: "fault")?.text.contains("Record 10,000") == true)
      // Nor is one of another log.
      forged["head"] = "other 10000 " + String(repeating: "0", count: 64)
      let anew = try await browser.submit(forged)
      #expect(anew.element(id: "intact")?.text == "Records 1 to 10,000 are unchanged.")
      for head in ["", "x"] {
        forged["head"] = head
        #expect(try await browser.submit(forged).element(id: "intact") != nil)
      }
      for place in ["99999999", "9223372036854775806", "9223372036854775807"] {
        forged["head"] = "example \(place) " + String(repeating: "0", count: 64)
        let page = try await browser.submit(forged)
        #expect(page.element(id: "fault")?.text.contains("ends with record") == true, "\(place)")
      }
    }
  }

  @Test("every fault has a sentence", arguments: Language.ofConsole)
  func faults(language: Language) throws {
    let texts = ConsoleTexts(language: language, catalog: try TextCatalog(ConsoleTextTests.resources))
    let faults: [AuditVerification.Fault] = [
      .missing(3, next: 5), .missing(3, next: nil), .changed(3), .misplaced(3, writtenFor: 5),
      .truncated(last: 3, expected: 5), .rewritten(3), .pruned(3, through: 5),
    ]
    for fault in faults {
      let sentence = AuditVerificationPage.sentence(fault, texts)
      #expect(
        sentence.contains("3") && !sentence.contains("audit.fault") && !sentence.contains("{"), "\(sentence)")
    }
  }

  @Test("it cannot be asked for from another site, nor without the session's token")
  func csrf() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let path = ConsoleBrowser.path("activity/audit/verify")
      #expect(try await browser.post(path, []).status == 403)
      let page = try await browser.open(ConsoleBrowser.path("activity/audit"))
      let token = try #require(page.csrfToken)
      let foreign = try await browser.post(
        path, [("csrf", token)], headers: ["Origin": "https://evil.example"])
      #expect(foreign.status == 403)
      #expect(try await browser.post(path, [("csrf", token)]).status == 200)
      #expect(try await browser.get(path).status == 404)
    }
  }
}
