import Foundation
import Identity
import TestTools
import Testing

@testable import Storage

@Suite("A database in figures", .fewAtOnce)
struct DatabaseFigureTests {
  private static func figures(_ place: StorePlace) throws -> DatabaseFigures {
    guard place.backend == .postgreSQL else { return try DatabaseFigures(ofSQLite: place.path, now: now) }
    return try DatabaseFigures(
      of: PostgreSQLLogin(address: PostgreSQLServer.shared.get().address(schema: place.schema)), now: now)
  }

  @Test("They count what is there, beside a store that is open", arguments: StoreBackend.persistent)
  func counts(backend: StoreBackend) async throws {
    let place = try StorePlace(backend)
    let store = try place.open()
    let empty = try Self.figures(place)
    #expect(empty.users == 0 && empty.projects == 0 && empty.keys.isEmpty && empty.waitingMessages == 0)
    #expect(empty.step == SchemaMigration.all.last?.name && empty.bytes > 0)
    #expect(empty.oldestWaitingMessage == nil && empty.oldestUnsealedAuditRecord == nil)
    let event = AuditEvent(id: "e", at: now, project: try projectID(), actor: "system", action: .update)
    try await store.apply([
      .insertAccount(try plainAccount("a", in: scope())),
      .insertAccount(try plainAccount("b", in: scope("other", tenant: "t"))),
      .insertAccount(try plainAccount("administrator", in: Scope(project: .console))),
      .appendAudit(event),
    ])
    for (id, from, until) in [("old", -9, Int64(-1)), ("first", -5, 9), ("second", 5, nil)]
      as [(String, Int64, Int64?)]
    {
      try await store.apply([
        .insertSigningKey(
          SigningKeyRecord(
            keyID: id, algorithm: "RS256", sealedPrivateKey: [1], certificate: "c", createdAt: now,
            activeFrom: now.adding(seconds: from), retiredAt: until.map { now.adding(seconds: $0) }))
      ])
    }
    let figures = try Self.figures(place)
    #expect(figures.users == 2 && figures.unsealedAuditRecords == 1)
    #expect(figures.oldestUnsealedAuditRecord == now)
    #expect(figures.keys.map(\.keyID) == ["first", "second"])
    #expect((figures.connections ?? 0 > 0) == (backend == .postgreSQL))
    await store.close()
  }
}
