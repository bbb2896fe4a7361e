import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("How far a file of users is", .timeLimit(.minutes(15)))
struct UserExportProgressTests {
  private static let page = ConsoleBrowser.path("users/export")

  /// The page of an export that has been read to its end. The server may not have noticed yet.
  private static func ended(_ browser: ConsoleBrowser) async throws -> ConsoleDocument {
    var page: ConsoleDocument
    repeat { page = try await browser.open(Self.page + "/a1") } while page.element(id: "refresh") != nil
    return page
  }

  @Test("who takes users out sees how many have been written, and that it is done")
  func done() async throws {
    try await TestServer.run { server in
      try await UserListTests.addUsers(3, to: server)
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.page).form("export-form")
      form["export"] = "a1"
      #expect(try await browser.get(Self.page + "/a1").status == 404)
      #expect(try await browser.send(form).status == 200)
      let page = try await Self.ended(browser)
      #expect(page.element(id: "phase")?.text == "Done" && page.element(id: "written")?.text == "3")
      #expect(page.element(id: "job")?["data-poll"] == nil && page.element(id: "refresh") == nil)
      // Of another tenant's or nobody's it says nothing.
      _ = try await server.openTenant("tea")
      #expect(try await browser.get(Self.page + "/a1?tenant=tea").status == 404)
      for id in ["", "a/b", "a b", String(repeating: "a", count: 65)] {
        form["export"] = id
        #expect(try await browser.send(form).status == 200, "\(id)")
      }
      #expect(try await browser.get(Self.page + "/" + String(repeating: "a", count: 65)).status == 404)
    }
  }

  @Test("64 files of one id are whole, and its page is of one of them")
  func race() async throws {
    try await TestServer.run(.live) { server in
      try await UserListTests.addUsers(3, to: server)
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.page).form("export-form")
      form["export"] = "a1"
      form["format"] = "csv"
      let lines = try await withThrowingTaskGroup(of: Int.self) { [form] group in
        for _ in 0..<64 { group.addTask { try await browser.send(form).text.split(separator: "\n").count } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(lines == [3])
      let page = try await Self.ended(browser)
      #expect(page.element(id: "phase")?.text == "Done" && page.element(id: "written")?.text == "3")
    }
  }

  @Test("it counts what was written, until it ends or is broken off")
  func running() throws {
    let moment = Instant(seconds: 1_900_000_000)
    let job = try #require(
      ExportJob(id: "a1", scope: Scope(project: TestServer.project), startedAt: moment))
    job.note(written: 12_000)
    #expect(job.progress.phase == .running && job.progress.written == 12_000 && job.progress.endedAt == nil)
    job.end(.stopped, at: moment.adding(seconds: 9))
    #expect(job.progress.phase == .stopped && job.progress.written == 12_000)
    #expect(job.progress.endedAt == moment.adding(seconds: 9))
  }

  @Test("whoever goes before the first of it was sent has stopped it, and whoever has all of it has not")
  func gone() throws {
    let clock = SettableClock(Instant(seconds: 1_900_000_000))
    func job() throws -> ExportJob {
      try #require(ExportJob(id: "a1", scope: Scope(project: TestServer.project), startedAt: clock.now()))
    }
    let (gone, whole) = (try job(), try job())
    clock.advance(seconds: 9)
    _ = ExportDownload(gone, clock: clock)
    #expect(gone.progress.phase == .stopped && gone.progress.endedAt == clock.now())
    ExportDownload(whole, clock: clock).end()
    #expect(whole.progress.phase == .done)
  }

  @Test("the latest are kept, of one id the last")
  func bounded() throws {
    let jobs = ConsoleJobs()
    let scope = Scope(project: TestServer.project)
    func add(_ id: String, at seconds: Int64) throws {
      jobs.add(try #require(ExportJob(id: id, scope: scope, startedAt: Instant(seconds: seconds))))
    }
    for index in 0...ConsoleJobs.maximumKept { try add("a\(index)", at: 0) }
    #expect(throws: WireError.self) { try jobs.export("a0", in: scope) }
    #expect(try jobs.export("a1", in: scope).id == "a1")
    let other = Scope(project: try #require(ProjectID(rawValue: "other")))
    #expect(throws: WireError.self) { try jobs.export("a1", in: other) }
    try add("a1", at: 5)
    #expect(try jobs.export("a1", in: scope).startedAt.seconds == 5)
    #expect(try jobs.export("a2", in: scope).id == "a2")
  }
}
