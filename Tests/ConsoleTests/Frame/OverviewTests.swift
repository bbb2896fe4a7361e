import Identity
import IdentityWire
import Operations
import Settings
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("The overview of a project")
struct OverviewTests {
  private static func steps(_ page: ConsoleDocument) -> [String] {
    page.element(id: "setup")?.all("li").compactMap { $0["id"] } ?? []
  }

  @Test("it says how many there are, what they did lately and what is still to be set up")
  func figures() async throws {
    try await TestServer.runServing { server, owner in
      try await server.changeProject { project in
        project.signIn.phoneEnabled = true
        project.authorizedDomains = ["localhost"]
        project.apps = []
        project.providers = []
        project.samlProviders = []
      }
      let browser = try await server.consoleBrowser(of: owner)
      let key = try await server.project().apiKeys[0]
      let answer = try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)",
        headers: ["Content-Type": "application/json"],
        body: "{\"email\":\"ann@example.com\",\"password\":\"the password of ann\"}")
      #expect(answer.status == 200)
      let page = try await browser.open(ConsoleBrowser.path())
      #expect(page.element(id: "total")?.text == "Users in total: 1")
      #expect(page.element(id: "fact-signUps")?.text == "1")
      #expect(page.element(id: "week") != nil)
      let mail = server.service.sends(.mail) ? [] : ["setup-mail"]
      let sms = server.service.sends(.sms) ? [] : ["setup-sms"]
      #expect(Self.steps(page) == ["setup-providers"] + mail + sms + ["setup-apps", "setup-domains"])
      #expect(page.element(id: "setup-backups")?.text.contains("latchkey backup") == true)
      for link in page.element(id: "setup")?.all("a") ?? [] { _ = try await browser.open(link["href"] ?? "") }
      try await server.changeProject { project in
        project.authorizedDomains = ["app.example.com"]
        project.apps = [App(platform: .ios, appID: "1:1:ios:1", bundleID: "a.b")]
        // Without a secret no sign-in by it works.
        project.providers = [ProviderSettings(providerID: "github.com", enabled: true, clientID: "")]
      }
      let later = try await browser.open(ConsoleBrowser.path())
      #expect(Self.steps(later) == ["setup-incompleteProvider"] + mail + sms)
    }
  }

  @Test("it asks for copies of the database, unless the server makes them or nobody misses the data")
  func backups() {
    func asks(_ status: BackupStatus?, isDevelopment: Bool = false) -> Bool {
      OverviewSection.asksForBackups(status, isDevelopment: isDevelopment)
    }
    let scheduled = BackupStatus(history: BackupHistory(), schedule: .daily(minute: 0))
    #expect(asks(nil) && asks(BackupStatus(history: BackupHistory(), schedule: nil)))
    #expect(!asks(scheduled) && !asks(nil, isDevelopment: true))
  }

  // Fails when the page looks only at whether there is a schedule.
  @Test("it says that scheduled copies fail or are too old, where a schedule is set")
  func backupProblems() {
    let now = Instant(seconds: 1_900_000_000)
    func problem(_ history: BackupHistory, _ schedule: BackupSchedule? = .every(seconds: 3_600)) -> String? {
      OverviewSection.backupProblem(BackupStatus(history: history, schedule: schedule), now: now)
    }
    let failure = BackupHistory.Failure(at: now, reason: "the disk is full")
    let good = BackupHistory.Copy(at: now, file: "/b/1.db")
    let old = BackupHistory.Copy(at: now.adding(seconds: -86_400), file: "/b/1.db")
    #expect(problem(BackupHistory(lastGood: good, lastFailure: failure)) == "overview.backupFailed")
    #expect(problem(BackupHistory(lastGood: old)) == "overview.backupOld")
    #expect(problem(BackupHistory(lastGood: good)) == nil && problem(BackupHistory()) == nil)
    #expect(problem(BackupHistory(lastFailure: failure), nil) == nil)
    #expect(OverviewSection.backupProblem(nil, now: now) == nil)
  }

  @Test("a viewer sees the same; every language has its words")
  func viewer() async throws {
    try await TestServer.runServing { server, _ in
      let viewer = try await server.addAdministrator(.viewer, "viewer@example.net")
      for language in Language.ofConsole {
        let browser = ConsoleBrowser(server, headers: ["Accept-Language": language.rawValue])
        try await browser.signIn(viewer)
        let page = try await browser.open(ConsoleBrowser.path())
        #expect(page.element(id: "total") != nil && page.element(id: "setup") != nil)
        #expect(page.root.first("main")?.all("form").isEmpty == true)
        #expect(page.text.firstMatch(of: /\b(overview|users|activity)\.[a-z]+/) == nil, "\(language)")
      }
    }
  }
}
