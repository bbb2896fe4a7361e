import Composition
import Foundation
import Identity
import Secrets
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Operations

@Suite("Expired copies that make room, or are under a former master key")
struct ExpiredBackupTests {
  /// The number of copies that a disk has room for.
  private final class Room: Sendable {
    let copies = Mutex(Int.max)

    func free(at path: String) -> Int64 {
      let count = (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
      return copies.withLock { count < $0 ? 1 << 40 : 0 }
    }
  }

  private struct Place {
    let backend: Backend
    let data: DataDirectory
    let clock: SettableClock
    let room: Room
    let directory: BackupDirectory

    func backups(keeping retention: Int64? = 7_200, under box: SecretBox? = nil) -> ScheduledBackups {
      ScheduledBackups(
        .init(schedule: .every(seconds: 3_600), directory: directory, retention: retention), of: data,
        box: box ?? backend.secretBox, clock: clock)
    }

    /// Makes copies, one an hour.
    func make(_ count: Int, keeping retention: Int64? = nil, under box: SecretBox? = nil) async throws
      -> [BackupName]
    {
      var names: [BackupName] = []
      for _ in 0..<count {
        clock.advance(seconds: 3_600)
        let outcome = try #require(try await backups(keeping: retention, under: box).runIfDue())
        _ = try outcome.result.get()
        names.append(BackupName(at: clock.now()))
      }
      return names
    }

    func names() throws -> [String] { try directory.copies().map(\.text) }
  }

  private static func withPlace(_ body: (Place) async throws -> Void) async throws {
    try await withTemporaryDirectory { data in
      let clock = SettableClock(Instant(seconds: 1_900_000_000))
      let room = Room()
      let directory = BackupDirectory(path: data.path + "/backups") { room.free(at: $0) }
      var options = Backend.Options(dataDirectory: data)
      options.clock = clock
      options.backups = .init(schedule: .every(seconds: 3_600), directory: directory, retention: 7_200)
      let backend = try await Backend.open(options)
      let place = Place(backend: backend, data: data, clock: clock, room: room, directory: directory)
      do { try await body(place) } catch {
        await backend.close()
        throw error
      }
      await backend.close()
    }
  }

  // Fails when expired copies go only after a new one.
  @Test("without room for a copy, expired ones go first, and it is tried again at once")
  func shortage() async throws {
    try await Self.withPlace { place in
      let made = try await place.make(4).map(\.text)
      place.clock.advance(seconds: 400 * 86_400)
      place.room.copies.withLock { $0 = 4 }
      let outcome = try #require(try await place.backups().runIfDue())
      let copy = try outcome.result.get()
      #expect(outcome.shortage?.isShortage == true)
      #expect(outcome.deleted.map(\.text) == Array(made.prefix(2)))
      let new = URL(fileURLWithPath: copy.file).lastPathComponent
      #expect(try place.names() == Array(made.suffix(2)) + [new])
      #expect(BackupHistory(of: place.data) == BackupHistory(lastGood: copy))
    }
  }

  // Fails when one of the newest three goes, or a copy goes that has not expired (each alone).
  @Test("without any room, the newest three stay, and the failure says what was deleted")
  func noRoom() async throws {
    try await Self.withPlace { place in
      let made = try await place.make(4).map(\.text)
      place.room.copies.withLock { $0 = 0 }
      place.clock.advance(seconds: 3_600)
      let young = try #require(try await place.backups().runIfDue())
      #expect(young.deleted.map(\.text) == [made[0]] && young.shortage != nil)
      let failure = #expect(throws: BackupFault.self) { try young.result.get() }
      #expect(failure?.reason.hasSuffix("1 expired copy was deleted for it") == true)
      #expect(BackupHistory(of: place.data).lastFailure?.reason == failure?.reason)
      place.clock.advance(seconds: 400 * 86_400)
      let old = try #require(try await place.backups().runIfDue())
      #expect(throws: BackupFault.self) { try old.result.get() }
      #expect(old.deleted.isEmpty && old.shortage == nil)
      #expect(try place.names() == Array(made.suffix(3)))
    }
  }

  // Fails when the record is written with the outcome of the second try, and when that try goes on (each alone).
  @Test("a deletion that makes room is recorded before the second try, which a stop may end")
  func stopped() async throws {
    try await Self.withPlace { place in
      let made = try await place.make(4)
      place.clock.advance(seconds: 400 * 86_400)
      place.room.copies.withLock { $0 = 4 }
      let (records, recorded) = AsyncStream<[BackupName]>.makeStream()
      let (stops, stopping) = AsyncStream<Void>.makeStream()
      let backups = place.backups()
      let attempt = Task {
        try await backups.runIfDue { names, shortage in
          #expect(shortage.isShortage)
          recorded.yield(names)
          for await _ in stops { break }
        }
      }
      for await names in records {
        #expect(names == [made[0]])
        break
      }
      attempt.cancel()
      stopping.yield()
      await #expect(throws: CancellationError.self) { _ = try await attempt.value }
      #expect(try place.names() == made.suffix(3).map(\.text))
    }
  }

  // Fails when the record of the deletion is written with that of the copy.
  @Test("the audit log has the deletion before the copy that it made room for")
  func audit() async throws {
    try await Self.withPlace { place in
      _ = try await place.make(4)
      place.clock.advance(seconds: 400 * 86_400)
      place.room.copies.withLock { $0 = 4 }
      _ = try #require(try await place.backend.makeDueBackup()).result.get()
      let audit = place.backend.audit
      try await audit.sealAudit()
      let records = try await audit.auditRecords(of: nil, after: 0, limit: 100).compactMap(\.event)
        .filter { $0.action == .backupCreation || $0.action == .backupDeletion }
      // The second deletion is of the copy that expires because there is a new one.
      #expect(records.map(\.action) == [.backupDeletion, .backupCreation, .backupDeletion])
      #expect(records.map { $0.details["count"] } == ["1", nil, "1"])
      #expect(records.map { $0.details["cause"] != nil } == [true, false, false])
    }
  }

  // Fails when a copy is taken for whole because its keys can be read.
  @Test("a damaged copy does not count among the copies that stay when there is no room")
  func damaged() async throws {
    try await Self.withPlace { place in
      let made = try await place.make(4)
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: place.directory.path(of: made[3])))
      place.room.copies.withLock { $0 = 0 }
      place.clock.advance(seconds: 400 * 86_400)
      let outcome = try #require(try await place.backups().runIfDue())
      #expect(throws: BackupFault.self) { try outcome.result.get() }
      #expect(outcome.deleted.isEmpty)
      #expect(try place.names() == made.map(\.text))
    }
  }

  // Fails when copies under a former key stay for ever, and when they go before three others exist (each alone).
  @Test("copies under a former master key stay until three good ones exist, and then expire")
  func formerKey() async throws {
    try await Self.withPlace { place in
      let former = try await place.make(2).map(\.text)
      let box = try SecretBox(masterKey: SystemRandom().bytes(32))
      let store = place.backend.service.store
      for record in try await store.signingKeys(now: Instant(milliseconds: 0)) {
        let context = "signing-key/\(record.keyID)"
        let key = try place.backend.secretBox.open(Data(record.sealedPrivateKey), context: context)
        let sealed = Array(try box.seal(key, context: context))
        try await store.apply([.resealSigningKey(record.keyID, from: record.sealedPrivateKey, to: sealed)])
      }
      place.clock.advance(seconds: 86_400)
      let young = try await place.make(2, keeping: 7_200, under: box).map(\.text)
      #expect(try place.names() == former + young)
      let last = try await place.make(1, keeping: 7_200, under: box).map(\.text)
      #expect(try place.names() == young + last)
    }
  }
}
