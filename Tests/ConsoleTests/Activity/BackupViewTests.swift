import Identity
import Operations
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("Copies of the database on the console's page of the server's health")
struct BackupViewTests {
  private static let now = Instant(seconds: 1_900_000_000)

  private static func view(
    _ last: BackupHistory.Copy?, _ failure: BackupHistory.Failure? = nil
  ) throws -> BackupView {
    let texts = ConsoleTexts(language: .english, catalog: try TextCatalog(ConsoleTextTests.resources))
    let status = BackupStatus(
      history: BackupHistory(lastGood: last, lastFailure: failure), schedule: nil)
    return BackupView(status, now: now, texts)
  }

  @Test("the last good copy has its moment, age and size, and what is wrong is said")
  func states() throws {
    let copy = BackupHistory.Copy(
      at: Self.now.adding(seconds: -7_200), file: "/srv/copies/1.db", bytes: 3 << 20, milliseconds: 40)
    let well = try Self.view(copy)
    #expect(well.isWell && well.state == "up to date" && well.last == "2030-03-17 15:46:40 UTC")
    #expect(well.age == "2 hours" && well.size == "3,072 KiB" && well.failure == nil)
    let none = try Self.view(nil)
    #expect(!none.isWell && none.state == "no copy yet" && none.last == nil)
    var old = copy
    old.at = Self.now.adding(seconds: -8 * 86_400)
    #expect(try Self.view(old).state == "too old")
    let failed = try Self.view(copy, .init(at: Self.now, reason: "the disk is full"))
    #expect(
      !failed.isWell && failed.state == "the last attempt failed" && failed.reason == "the disk is full")
    #expect(failed.last == well.last)
  }

  // Fails when a development server, whose data nobody misses, asks for copies.
  @Test("a server in whose data nothing is kept says nothing of copies")
  func development() async throws {
    try await TestServer.run { server in
      let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path("activity/health"))
      #expect(page.element(id: "backups") == nil)
    }
  }
}
