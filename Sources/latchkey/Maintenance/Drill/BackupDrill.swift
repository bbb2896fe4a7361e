import Composition
import Foundation
import Identity
import IdentityWire
import Logging
import Operations
import Server

/// Uses a restored copy as apps would. Sends nothing to other machines: the server listens on a loopback address and
/// has no services that send messages, events or revocations.
struct BackupDrill {
  /// The copy in a temporary directory, with the installation's master key.
  let copy: Installation
  let report: DrillReport

  func run() async throws {
    let backend = try await report.step("keys") {
      let backend = try await Backend.open(options)
      return ("The master key decrypts the copy's secrets.", backend)
    }
    let result: Result<Void, any Error>
    do { result = .success(try await run(on: backend)) } catch { result = .failure(error) }
    await backend.close()
    try result.get()
  }

  private var options: Backend.Options {
    var options = Backend.Options(copy)
    options.origins = ["http://127.0.0.1"]
    options.sendsWebhooks = false
    options.log = quiet
    return options
  }

  private var quiet: Logger {
    var log = Logger(label: "latchkey.drill")
    log.logLevel = .critical
    return log
  }

  private func run(on backend: Backend) async throws {
    let now = backend.service.clock.now()
    try await report.step("contents") {
      let figures = try copy.figures(now: now)
      return (
        "Projects: \(figures.projects), tenants: \(figures.tenants), users: \(figures.users).", ()
      )
    }
    // Verifies the audit log first, before the drill adds records of its own that are not sealed yet.
    try await report.step("audit log") { (try await verifyAudit(of: backend), ()) }
    // A new project has no functions and no webhooks that could send requests to other machines.
    let project = try await backend.administration.create(Self.newProject())
    let server = try await LatchkeyServer(
      .init(host: LoopbackHost.ipv4.rawValue, port: 0, origins: options.origins), backend: backend,
      log: quiet)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, ready) = AsyncStream<Int>.makeStream()
      group.addTask {
        defer { ready.finish() }
        try await server.listener(at: .ipv4) { ready.yield($0) }.run()
      }
      let client = try await report.step("server") {
        for await port in ports { return try await Self.client(at: port) }
        throw CommandFailure(.unhealthy, "No server could listen on this machine.")
      }
      try await report.step("sign-in") { try await signIn(project, client, now: now) }
      group.cancelAll()
    }
  }

  private static func newProject() throws -> ProjectID {
    try parseProjectID("latchkey-drill-\(SystemRandom().alphanumeric(12).lowercased())")
  }

  private static func client(at port: Int) async throws -> (String, DrillClient) {
    let origin = "http://127.0.0.1:\(port)"
    guard case .good = await ServerProbe(origin: origin).ask("/readyz", seconds: 10) else {
      throw CommandFailure(.unhealthy, "A server that was started on the copy is not ready.")
    }
    return ("A server on it is ready at \(origin).", DrillClient(origin: origin))
  }

  /// Signs up a user, signs in again, and verifies the ID token.
  private func signIn(
    _ project: Project, _ client: DrillClient, now: Instant
  ) async throws -> (String, Void) {
    guard let key = project.apiKeys.first else {
      throw CommandFailure(.unhealthy, "A new project has no API key.")
    }
    let person: JSONValue = [
      "email": "drill@latchkey.invalid", "password": .string(SystemRandom().alphanumeric(32)),
      "returnSecureToken": true,
    ]
    let made = try await client.post("/v1/accounts:signUp", key: key, person)
    let answer = try await client.post("/v1/accounts:signInWithPassword", key: key, person)
    guard let user = answer["localId"]?.stringValue, user == made["localId"]?.stringValue,
      let token = answer["idToken"]?.stringValue
    else { throw CommandFailure(.unhealthy, "A sign-in has no ID token in its answer.") }
    let keyID = try DrillToken.check(
      token, keys: try await client.get("/.well-known/jwks.json"), project: project, user: user, now: now)
    return ("A new user signed in, and the key set verifies the ID token (key \(keyID)).", ())
  }

  private func verifyAudit(of backend: Backend) async throws -> String {
    let heads = try await backend.audit.auditHeads()
    var records: Int64 = 0
    for head in heads {
      let verified = try await AuditVerification(store: backend.audit).verify(head)
      if let fault = verified.fault {
        throw CommandFailure(.unhealthy, "\(head.chain?.rawValue ?? "-"): \(fault.description).")
      }
      records += verified.count
    }
    return "\(records) records in \(heads.count) chains are as they were written."
  }
}
