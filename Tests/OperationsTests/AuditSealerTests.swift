import Composition
import Foundation
import Identity
import Logging
import Operations
import TestSupport
import Testing

@testable import Server
@testable import Storage

@Suite("The sealer of the audit log", .fewAtOnce)
struct AuditSealerTests {
  private static func event(in project: ProjectID) -> StoreWrite {
    .appendAudit(
      AuditEvent(
        id: "e-\(project)", at: SystemClock().now(), project: project, actor: "system", action: .update))
  }

  // Fails when the sealer says nothing of a chain, or goes no further than to the first that takes no record.
  @Test("The log and a metric tell of a chain that takes no record, and the others are sealed")
  func stuck() async throws {
    var options = Backend.Options(dataDirectory: nil)
    let telemetry = ServerTelemetry()
    options.telemetry = telemetry
    let backend = try await Backend.open(options)
    let store = try #require(backend.audit as? SQLiteAccountStore)
    let sealer = AuditSealer(backend: backend, log: Logger(label: "test"))
    #expect(await sealer.seal().isEmpty)
    #expect(telemetry.auditChainsStuck.value() == 0)

    let bad = try #require(ProjectID(rawValue: "bad"))
    let good = try #require(ProjectID(rawValue: "good"))
    try await store.write { transaction in
      _ = try transaction.connection.execute(
        AuditStatements.insert,
        [.text("bad"), .integer(1), .integer(0), .text("{}"), .blob(AuditHead.genesis)])
    }
    try await store.apply([Self.event(in: bad), Self.event(in: good)])
    let warnings = await sealer.seal()
    #expect(warnings.count == 1 && warnings.first?.1["project"] == "bad")
    #expect(telemetry.auditChainsStuck.value() == 1)
    #expect(try await store.auditRecords(of: good, after: 0, limit: 10).count == 1)
    #expect(try await store.unsealedAuditRecordCount() == 1)
    await backend.close()
  }
}
