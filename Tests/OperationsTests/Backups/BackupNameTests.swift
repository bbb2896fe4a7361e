import Foundation
import Identity
import Settings
import Testing

@testable import Operations

@Suite("Names of copies")
struct BackupNameTests {
  @Test("a name says the second in UTC, and is read again")
  func reading() throws {
    let moment = try #require(Instant(iso8601: "2026-01-02T03:30:05.678Z"))
    let name = BackupName(at: moment)
    #expect(name.text == "latchkey-20260102T033005Z.db")
    #expect(BackupName(name.text) == name && name.moment.milliseconds % 1_000 == 0)
    #expect(BackupName(draft: name.text + ".part") == name)
    #expect(BackupName(draft: name.text + ".part-journal") == name)
    #expect(BackupName(draft: name.text) == nil && BackupName(name.text + ".part") == nil)
  }

  @Test(
    "what others call their files is no name of a copy",
    arguments: [
      "", "latchkey.db", "latchkey-2026-01-02.db", "latchkey-20260102T033005.db",
      "latchkey-20260230T033005Z.db",
      "latchkey-20260102T253005Z.db", "latchkey-20260102t033005z.db", "latchkey-20260102T033005Z.db ",
      "../latchkey-20260102T033005Z.db", "latchkey-2026010٢T03300Z.db", "Latchkey-20260102T033005Z.db",
      "latchkey-20260102T033060Z.db",
    ])
  func others(text: String) { #expect(BackupName(text) == nil) }

  @Test("copies go when they are older than they are kept and than one that was checked")
  func expired() {
    let now = Instant(seconds: 2_000_000_000)
    let copies = [300, 200, 101, 100, 50, 0, -50].map { BackupName(at: now.adding(seconds: -$0)) }
    func expired(_ verified: BackupName?, keeping seconds: Int64?, bad: Set<Int64> = []) -> [Int64] {
      BackupRetention.expired(among: copies, verified: verified, keeping: seconds, now: now) { name in
        !bad.contains(now.seconds - name.moment.seconds)
      }.map { now.seconds - $0.moment.seconds }
    }
    #expect(expired(copies[5], keeping: 100) == [300, 200, 101])
    #expect(expired(nil, keeping: 100) == [])
    #expect(expired(copies[5], keeping: nil) == [])
    #expect(expired(copies[0], keeping: 0) == [])
    // Too old are all of them. The newest two that are good stay beside the one that was checked.
    #expect(expired(copies[5], keeping: 10) == [300, 200, 101])
    #expect(expired(copies[5], keeping: 10, bad: [50, 101]) == [300, 101, 50])
    #expect(expired(copies[2], keeping: 10) == [])
    #expect(expired(copies[2], keeping: 10, bad: [200, 300]) == [300, 200])
  }

  @Test("copies that are missing, old or failed concern an operator")
  func concerns() throws {
    let now = Instant(seconds: 2_000_000_000)
    func concern(_ age: Int64?, failed: Bool = false, every seconds: Int64? = nil) -> BackupStatus.Concern? {
      let history = BackupHistory(
        lastGood: age.map { .init(at: now.adding(seconds: -$0), file: "/b/1.db") },
        lastFailure: failed ? .init(at: now, reason: "full") : nil)
      let schedule = seconds.map { BackupSchedule.every(seconds: $0) }
      return BackupStatus(history: history, schedule: schedule).concern(now: now)
    }
    #expect(concern(nil) == .missing && concern(nil, every: 600) == .missing)
    #expect(concern(1_200, every: 600) == nil && concern(1_201, every: 600) == .old)
    #expect(concern(7 * 86_400) == nil && concern(7 * 86_400 + 1) == .old)
    #expect(concern(1, failed: true) == .failure(.init(at: now, reason: "full")))
  }

  // Fails when a failure forgets the last good copy, and when a note of an earlier version is not read.
  @Test("what is noted of the last copies is read again, also where an earlier version wrote it")
  func history() throws {
    let directory = DataDirectory(path: NSTemporaryDirectory() + "latchkey-history-\(UUID())")
    try directory.create()
    defer { try? FileManager.default.removeItem(atPath: directory.path) }
    #expect(BackupHistory(of: directory) == BackupHistory())
    let note = directory.path + "/last-backup.json"
    try Data(#"{"at": 1900000000, "file": "/b/1.db"}"#.utf8).write(to: URL(fileURLWithPath: note))
    #expect(
      BackupHistory(of: directory).lastGood == .init(at: Instant(seconds: 1_900_000_000), file: "/b/1.db"))
    let failure = BackupHistory.Failure(at: Instant(seconds: 1_900_000_600), reason: "the disk is full")
    BackupHistory.note(failure, in: directory)
    #expect(BackupHistory(of: directory).lastGood?.file == "/b/1.db")
    #expect(BackupHistory(of: directory).lastFailure == failure)
    let copy = BackupHistory.Copy(
      at: Instant(seconds: 1_900_001_200), file: "/b/2.db", bytes: 5, milliseconds: 7)
    BackupHistory.note(copy, in: directory)
    #expect(BackupHistory(of: directory) == BackupHistory(lastGood: copy))
    #expect(try FileManager.default.attributesOfItem(atPath: note)[.posixPermissions] as? Int == 0o600)
  }
}
