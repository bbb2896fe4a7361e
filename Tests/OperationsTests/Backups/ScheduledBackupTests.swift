import Composition
import Foundation
import Identity
import Secrets
import Storage
import Telemetry
import TestSupport
import Testing

@testable import Operations

@Suite("Copies that the server makes by schedule")
struct ScheduledBackupTests {
  /// An installation, its copies and a clock.
  private struct Place {
    let data: DataDirectory
    let box: SecretBox
    let clock: SettableClock
    let directory: BackupDirectory

    func backups(keeping retention: Int64? = 7_200) -> ScheduledBackups {
      ScheduledBackups(
        .init(schedule: .every(seconds: 3_600), directory: directory, retention: retention), of: data,
        box: box,
        clock: clock)
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    }
  }

  private static let start = Instant(seconds: 1_900_000_000)

  private static func withPlace(_ body: (Place) async throws -> Void) async throws {
    try await withTemporaryDirectory { data in
      let clock = SettableClock(start)
      var options = Backend.Options(dataDirectory: data)
      options.clock = clock
      let backend = try await Backend.open(options)
      let place = Place(
        data: data, box: backend.secretBox, clock: clock,
        directory: BackupDirectory(path: data.path + "/backups"))
      do { try await body(place) } catch {
        await backend.close()
        throw error
      }
      await backend.close()
    }
  }

  private static func copy(_ outcome: ScheduledBackups.Outcome?) throws -> BackupHistory.Copy {
    try #require(outcome).result.get()
  }

  // Fails when a copy takes its name before it was checked, and when others can read it (each alone).
  @Test("the first is made at once, then one after each time between two, each whole and for its owner alone")
  func schedule() async throws {
    try await Self.withPlace { place in
      let backups = place.backups()
      let copy = try Self.copy(await backups.runIfDue())
      #expect(copy.file == place.directory.path + "/latchkey-20300317T174640Z.db")
      for (path, mode) in [(copy.file, 0o600), (place.directory.path, 0o700)] {
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
      }
      try BackupFault.check(copy.file, with: place.box, now: place.clock.now())
      #expect(backups.newest?.at == Self.start && backups.newest?.bytes == copy.bytes)
      #expect(BackupHistory(of: place.data).lastGood == copy && copy.bytes ?? 0 > 10_000)
      #expect(try await backups.runIfDue() == nil)
      place.clock.advance(seconds: 3_599)
      #expect(try await backups.runIfDue() == nil)
      // So does a server that was started anew.
      #expect(try await place.backups().runIfDue() == nil)
      place.clock.advance(seconds: 1)
      #expect(try await Self.copy(place.backups().runIfDue()).at == Self.start.adding(seconds: 3_600))
      #expect(try place.names() == ["latchkey-20300317T174640Z.db", "latchkey-20300317T184640Z.db"])
    }
  }

  // Fails when files are told by their beginning alone, when links are followed, and when copies of other keys go.
  @Test("old copies of its own are deleted, and no other file, link or copy of another installation")
  func retention() async throws {
    try await Self.withPlace { place in
      let first = try Self.copy(await place.backups().runIfDue())
      let files = FileManager.default
      func path(_ name: String) -> String { place.directory.path + "/" + name }
      let outside = place.data.path + "/outside.db"
      try files.copyItem(atPath: first.file, toPath: outside)
      try files.createSymbolicLink(atPath: path("latchkey-20300101T000000Z.db"), withDestinationPath: outside)
      try files.createDirectory(
        atPath: path("latchkey-20300102T000000Z.db"), withIntermediateDirectories: true)
      for name in ["latchkey-2030-01-01.db", "latchkey.db", "notes-20300101T000000Z.db"] {
        try files.copyItem(atPath: first.file, toPath: path(name))
      }
      try await withTemporaryDirectory { other in
        let backend = try await Backend.open(Backend.Options(dataDirectory: other))
        await backend.close()
        try DatabaseBackup.copy(other.databasePath, to: path("latchkey-20300103T000000Z.db"))
      }
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: path("latchkey-20300104T000000Z.db")))
      for _ in 0..<2 {
        place.clock.advance(seconds: 3_600)
        _ = try Self.copy(await place.backups().runIfDue())
      }
      let before = try place.names()
      place.clock.advance(seconds: 3_600)
      let outcome = try #require(try await place.backups().runIfDue())
      #expect(outcome.deleted.map(\.text) == ["latchkey-20300317T174640Z.db"])
      #expect(outcome.left.map(\.text) == ["latchkey-20300103T000000Z.db", "latchkey-20300104T000000Z.db"])
      let after = try place.names()
      #expect(Set(before).subtracting(after) == ["latchkey-20300317T174640Z.db"])
      #expect(files.fileExists(atPath: outside))
    }
  }

  // Fails when age alone decides, so that a server that stood still for long deletes all that it had.
  @Test("after a long standstill the newest copies from before it stay until others follow")
  func standstill() async throws {
    try await Self.withPlace { place in
      let backups = place.backups()
      var copies: [BackupHistory.Copy] = []
      for _ in 0..<3 {
        copies.append(try Self.copy(await backups.runIfDue()))
        place.clock.advance(seconds: 3_600)
      }
      func left() -> [Bool] { copies.map { FileManager.default.fileExists(atPath: $0.file) } }
      place.clock.advance(seconds: 400 * 86_400)
      _ = try Self.copy(await place.backups().runIfDue())
      #expect(left() == [false, true, true])
      place.clock.advance(seconds: 3_600)
      _ = try Self.copy(await place.backups().runIfDue())
      #expect(left() == [false, false, true])
      place.clock.advance(seconds: 3_600)
      _ = try Self.copy(await place.backups().runIfDue())
      #expect(left() == [false, false, false])
    }
  }

  // Fails when old copies are looked at before the new one was checked.
  @Test("a copy that cannot be made deletes none, is noted, and is tried again after a while")
  func failures() async throws {
    try await Self.withPlace { place in
      let backups = place.backups()
      let first = try Self.copy(await backups.runIfDue())
      place.clock.advance(seconds: 3_600)
      _ = try Self.copy(await backups.runIfDue())
      place.clock.advance(seconds: 3_600)
      let last = try Self.copy(await backups.runIfDue())
      place.clock.advance(seconds: 7_201)
      // The name is another's already.
      let taken = place.directory.path + "/" + BackupName(at: place.clock.now()).text
      try FileManager.default.createSymbolicLink(atPath: taken, withDestinationPath: first.file)
      let outcome = try #require(try await backups.runIfDue())
      #expect(throws: BackupFault.self) { try outcome.result.get() }
      #expect(outcome.isNews && outcome.deleted.isEmpty)
      let history = BackupHistory(of: place.data)
      #expect(history.lastGood == last && history.lastFailure?.reason.contains(taken) == true)
      #expect(backups.newest?.at == last.at)
      #expect(FileManager.default.fileExists(atPath: first.file))
      #expect(try !place.names().contains { $0.hasSuffix(".part") })
      place.clock.advance(seconds: ScheduledBackups.retryInterval - 1)
      #expect(try await backups.runIfDue() == nil)
      place.clock.advance(seconds: 1)
      let again = try Self.copy(await backups.runIfDue())
      #expect(BackupHistory(of: place.data) == BackupHistory(lastGood: again))
      #expect(!FileManager.default.fileExists(atPath: first.file))
    }
  }

  // Fails when a note may be longer than what is read of it.
  @Test("a failure with a long reason does not hide the last good copy")
  func longReason() async throws {
    try await Self.withPlace { place in
      let copy = BackupHistory.Copy(at: Self.start, file: "/" + String(repeating: "b\u{1}", count: 2_000))
      BackupHistory.note(copy, in: place.data)
      let reason = String(repeating: "\u{1}e\u{301}\u{302}\u{303}\u{304}\u{305}", count: 2_000)
      BackupHistory.note(BackupHistory.Failure(at: Self.start, reason: reason), in: place.data)
      let noted = BackupHistory(of: place.data)
      #expect(noted.lastGood == copy)
      #expect(
        noted.lastFailure?.reason.isEmpty == false && noted.lastFailure?.reason.utf8.count ?? 0 <= 1_000)
    }
  }

  @Test("a directory into which everybody can write, or that is none, gets no copy")
  func directories() async throws {
    try await Self.withPlace { place in
      try DataDirectory(path: place.directory.path).create()
      chmod(place.directory.path, 0o777)
      #expect(place.directory.fault?.contains("every user") == true)
      let open = try #require(try await place.backups().runIfDue())
      #expect(throws: BackupFault.self) { try open.result.get() }
      #expect(try place.names().isEmpty)
      try FileManager.default.removeItem(atPath: place.directory.path)
      #expect(place.directory.fault == nil)
      try Data().write(to: URL(fileURLWithPath: place.directory.path))
      let file = try #require(try await place.backups().runIfDue())
      #expect(throws: BackupFault.self) { try file.result.get() }
    }
  }

  @Test("what a killed server left of a copy is cleared away, and what only looks like it is not")
  func drafts() async throws {
    try await Self.withPlace { place in
      try DataDirectory(path: place.directory.path).create()
      let left = ["latchkey-20300101T000000Z.db.part", "latchkey-20300101T000000Z.db.part-journal"]
      for name in left + ["notes.part"] {
        try Data("draft".utf8).write(to: URL(fileURLWithPath: place.directory.path + "/" + name))
      }
      _ = try Self.copy(await place.backups().runIfDue())
      #expect(try place.names() == ["latchkey-20300317T174640Z.db", "notes.part"])
    }
  }

  // Fails when a copy that is given up is published, or noted as failed (each alone).
  @Test("a copy that a stopping server gives up has no verdict and leaves nothing")
  func stopped() async throws {
    try await Self.withPlace { place in
      let backups = place.backups()
      let stop = ScheduledBackups.Stop()
      stop.request()
      let outcome = backups.make(BackupName(at: place.clock.now()), since: .now, unless: stop)
      #expect(outcome == nil && !FileManager.default.fileExists(atPath: place.directory.path))
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await backups.runIfDue()
      }
      await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
      #expect(BackupHistory(of: place.data) == BackupHistory())
      let next = try Self.copy(await place.backups().runIfDue())
      #expect(try place.names() == [URL(fileURLWithPath: next.file).lastPathComponent])
    }
  }

  // Fails when servers take each other's drafts for what a killed one left.
  @Test("while another server makes a copy in the same directory, its draft stays")
  func sharedDirectory() async throws {
    try await Self.withPlace { place in
      try DataDirectory(path: place.directory.path).create()
      let draft = "latchkey-20300101T000000Z.db.part"
      try Data("draft".utf8).write(to: URL(fileURLWithPath: place.directory.path + "/" + draft))
      let backups = place.backups()
      let other = try place.directory.lock()
      let outcome = try #require(try await backups.runIfDue())
      #expect(throws: BackupFault.self) { try outcome.result.get() }
      #expect(try place.names() == [draft])
      other.release()
      place.clock.advance(seconds: ScheduledBackups.retryInterval)
      _ = try Self.copy(await backups.runIfDue())
      #expect(try place.names() == ["latchkey-20300317T175640Z.db"])
    }
  }

  @Test("no copy is begun that would fill the disk")
  func space() async throws {
    try await Self.withPlace { place in
      let copy = try Self.copy(await place.backups().runIfDue())
      #expect(DatabaseBackup.size(place.data.databasePath) >= copy.bytes ?? .max)
      try place.directory.requireSpace(0)
      let free = try #require(DiskSpace.free(at: place.directory.path))
      #expect(throws: BackupFault.self) { try place.directory.requireSpace(free) }
      #expect(throws: BackupFault.self) { try place.directory.requireSpace(1 << 60) }
    }
  }

  // Fails when a copy is taken for good that its master key does not open.
  @Test("a copy is no good that is damaged, empty, or under another master key")
  func verification() async throws {
    try await Self.withPlace { place in
      let copy = try Self.copy(await place.backups().runIfDue())
      let now = place.clock.now()
      let other = try SecretBox(masterKey: SystemRandom().bytes(32))
      let wrong = #expect(throws: BackupFault.self) {
        try BackupFault.check(copy.file, with: other, now: now)
      }
      #expect(wrong?.reason.contains("master key") == true)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: copy.file))
      for index in stride(from: 5_000, to: bytes.count - 2_000, by: 97) { bytes[index] ^= 0xFF }
      let damaged = place.data.path + "/damaged.db"
      try bytes.write(to: URL(fileURLWithPath: damaged))
      #expect(throws: BackupFault.self) { try BackupFault.check(damaged, with: place.box, now: now) }
      let empty = place.data.path + "/empty.db"
      try Data().write(to: URL(fileURLWithPath: empty))
      #expect(throws: BackupFault.self) { try BackupFault.check(empty, with: place.box, now: now) }
    }
  }

  @Test("a copy of a clock that was ahead keeps no other from being made, and stays")
  func clockAhead() async throws {
    try await Self.withPlace { place in
      let backups = place.backups()
      _ = try Self.copy(await backups.runIfDue())
      let ahead = place.directory.path + "/latchkey-20400101T000000Z.db"
      try FileManager.default.copyItem(
        atPath: place.directory.path + "/latchkey-20300317T174640Z.db", toPath: ahead)
      place.clock.advance(seconds: 7_201)
      _ = try Self.copy(await place.backups().runIfDue())
      #expect(FileManager.default.fileExists(atPath: ahead))
    }
  }

  // Fails when the copy of a clock that was ahead is waited for.
  @Test("after the clock was put back, the next copy is made at once, and the one after it in time")
  func clockPutBack() async throws {
    try await Self.withPlace { place in
      let backups = place.backups()
      place.clock.advance(seconds: 86_400)
      _ = try Self.copy(await backups.runIfDue())
      place.clock.advance(seconds: -86_400)
      #expect(try await Self.copy(backups.runIfDue()).at == Self.start)
      #expect(try await backups.runIfDue() == nil)
      place.clock.advance(seconds: -1)
      #expect(try await backups.runIfDue() == nil)
    }
  }

  // Fails when a copy is not recorded, and when each try of a row of failures is.
  @Test("the server counts and records each copy, and a row of failures once")
  func records() async throws {
    try await withTemporaryDirectory { data in
      let clock = SettableClock(Self.start)
      let directory = BackupDirectory(path: data.path + "/backups")
      let telemetry = ServerTelemetry()
      var options = Backend.Options(dataDirectory: data)
      options.clock = clock
      options.telemetry = telemetry
      options.backups = .init(schedule: .every(seconds: 3_600), directory: directory, retention: 3_600)
      let backend = try await Backend.open(options)
      #expect(backend.backupStatus()?.concern(now: clock.now()) == .missing)
      #expect(telemetry.registry.render().contains("\nlatchkey_backup_last_success_timestamp_seconds 0\n"))
      _ = try Self.copy(await backend.makeDueBackup())
      #expect(backend.backupStatus()?.concern(now: clock.now()) == nil)
      for _ in 0..<3 {
        clock.advance(seconds: 3_601)
        _ = try Self.copy(await backend.makeDueBackup())
      }
      chmod(directory.path, 0o777)
      for _ in 0..<2 {
        clock.advance(seconds: 3_600)
        #expect(try await backend.makeDueBackup() != nil)
      }
      let text = telemetry.registry.render()
      for line in [
        "latchkey_backup_interval_seconds 3600", "latchkey_backup_last_success_timestamp_seconds 1900010803",
        #"latchkey_backups_total{outcome="success"} 4"#, #"latchkey_backups_total{outcome="failure"} 2"#,
      ] {
        #expect(text.contains("\n\(line)\n"), "\(line)")
      }
      try await backend.audit.sealAudit()
      let records = try await backend.audit.auditRecords(of: nil, after: 0, limit: 100).compactMap(\.event)
        .filter { $0.action == .backupCreation || $0.action == .backupDeletion }
      let made = Array(repeating: AuditAction.backupCreation, count: 4)
      #expect(records.map(\.action) == made + [.backupDeletion, .backupCreation])
      #expect(records.map(\.outcome) == Array(repeating: "success", count: 5) + [AuditEvent.backupFailed])
      #expect(records.allSatisfy { $0.actor == "system" && $0.project == nil })
      #expect(records[0].details["file"] == directory.path + "/latchkey-20300317T174640Z.db")
      #expect(records[4].details["count"] == "1")
      await backend.close()
    }
  }
}
