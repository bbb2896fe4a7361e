import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("Imports whose file has not begun to arrive")
struct AnnouncedImportTests {
  // Fails when an announcement takes a place of an import, when it counts for ever, or when an empty piece is content.
  @Test("an import that was announced takes no place before its file arrives, and expires")
  func announcements() async throws {
    try await TestServer.run { server in
      let caller = Caller(project: try await server.project(), authority: .administrator)
      let jobs = ConsoleJobs(patience: .milliseconds(1))
      func job(_ id: String) -> ImportJob {
        ImportJob(
          id: id, scope: caller.scope, fileName: "users.json", size: 10, startedAt: server.clock.now(),
          patience: jobs.patience)
      }
      func run(_ job: ImportJob) async throws {
        let format = try #require(UserFileFormat(fileName: job.fileName))
        await job.run(server.service, caller, BatchCreateRequest(), format, unknownHash: "")
        #expect(job.progress.phase == .failed(.abandoned))
      }
      let announced = [job("a"), job("b")]
      for job in announced { try jobs.announce(job, by: "ann") }
      #expect(throws: WireError.self) { try jobs.announce(job("c"), by: "ann") }
      for _ in 0..<2 { try jobs.announce(job("d"), by: "bob") }
      #expect(throws: WireError.self, "the project's share") { try jobs.announce(job("e"), by: "carol") }
      // None of them keeps a file from being imported.
      let begun = [job("f"), job("g")]
      for job in begun { try jobs.add(job) }
      #expect(throws: WireError.self) { try jobs.begin(announced[0]) }
      try await run(begun[0])
      try jobs.begin(announced[0])
      try jobs.begin(announced[0])
      try jobs.announce(job("h"), by: "ann")
      for job in announced { try await run(job) }
      try jobs.announce(job("i"), by: "ann")
      try jobs.add(job("j"))
      // A job that has ended takes no place again.
      try jobs.begin(announced[1])
      #expect(throws: WireError.self) { try jobs.add(job("k")) }
      let browser = ConsoleBrowser(server)
      let empty = try await UserImportTests.begin(browser, size: 10)
      #expect(try await UserImportTests.send("", at: 0, to: empty, browser) == 400)
    }
  }
}
