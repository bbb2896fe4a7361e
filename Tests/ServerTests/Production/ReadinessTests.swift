import Composition
import TestSupport
import Testing

@testable import Server

@Suite(
  "Whether a server is ready", .fewAtOnce,
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."), .timeLimit(.minutes(15)))
struct ReadinessTests {
  // Fails when the keys' state is that of their last renewal, which may be five seconds old.
  @Test("The first report that finds a lost database again finds the keys, too")
  func recovery() async throws {
    let database = try PostgreSQLServer()
    let backend = try await Backend.open(.init(try database.makeInstallation().installation))
    let (readiness, keys) = (Readiness(service: backend.service, interval: .zero), backend.service.keyRing)
    #expect(await readiness.report().isReady)
    try database.stop()
    while await readiness.report().isReady {}
    await keys.renew()
    #expect(keys.renewalFailure != nil)
    try database.start()
    var report = await readiness.report()
    while report.checks["database"] != true { report = await readiness.report() }
    #expect(report.isReady, "\(report.checks)")
    await backend.close()
  }
}
