import Foundation
import GRDB
import Storage
import TestSupport

/// What a crash test starts, reaches and looks at: one server on SQLite, or several on one database.
struct CrashTarget: Sendable {
  /// What happens while there is something to do. In the end every server is killed.
  enum Blow: Sendable {
    case everyServer
    /// The others go on, and take over.
    case oneServer
    /// The servers go on when it is there again.
    case database(@Sendable () throws -> Void)
  }

  struct Node: Sendable {
    /// The command line that starts it, again after each crash.
    var arguments: [String]
    /// Where it is reached: `http://127.0.0.1:1234`.
    var base: String
  }

  var nodes: [Node]
  var blow = Blow.everyServer
  /// The API key of a project that lets people sign up, and whose refresh tokens rotate with an hour of grace, so
  /// that a refresh whose answer was lost can be asked again.
  var key: String
  /// Says what is wrong with what is stored, while the nodes run. Nothing, where all is well.
  var examine: @Sendable () async throws -> [String]

  /// Limits that no burst reaches.
  static let limits = """
    abuse:
      passwords: {tries: 1000, perAccount: 1000000/1s, perNetwork: 1000000/1s}
      signUpsPerNetwork: 1000000/1s
      signUpsPerProject: 1000000/1s
      sessionsPerAccount: 1000000/1s
      refreshesPerSession: 1000000/1s
      refreshesPerNetwork: 1000000/1s
    """

  static func makeProject(_ data: [String]) async throws -> String {
    let made = try await Program.run(["project", "create", "my-app"] + data)
    let set = try await Program.run(
      ["project", "set", "my-app", "--refresh-tokens", "rotating", "--refresh-grace", "1h"] + data)
    guard made.status == 0, set.status == 0, let key = made.output.split(separator: " ").last else {
      throw TestFailure("no project: \(made.error) \(set.error)")
    }
    return key.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// One server on a SQLite database.
  static func sqlite(in scratch: Scratch) async throws -> CrashTarget {
    let key = try await makeProject(["--data", scratch.data])
    let port = try TestServer.freePort()
    let configuration = scratch.url("latchkey.yaml")
    try Data(
      """
      publicOrigin: https://auth.example.com
      listen: {port: \(port)}
      data: {directory: data}
      metrics: {port: \(try TestServer.freePort())}
      \(limits)
      """.utf8
    ).write(to: configuration)
    chmod(configuration.path, 0o600)
    let node = Node(
      arguments: ["serve", "--config", configuration.path], base: "http://127.0.0.1:\(port)")
    return CrashTarget(nodes: [node], key: key) {
      try await faults(["--config", configuration.path])
        + SQLiteLibrary.queue(scratch.data + "/latchkey.db").read { database in
          try String.fetchAll(database, sql: sessionless).map { "\($0) has no session" }
        }
    }
  }

  /// Two servers on one PostgreSQL.
  static func postgreSQL(_ server: PostgreSQLServer, in scratch: Scratch) async throws -> CrashTarget {
    let database = try server.makeDatabase()
    let key = try await makeProject(["--data", scratch.data, "--database", database])
    var nodes: [Node] = []
    for name in ["one", "other"] {
      let port = try TestServer.freePort()
      let configuration = scratch.url("\(name).yaml")
      try Data(
        """
        publicOrigin: https://auth.example.com
        listen: {port: \(port)}
        data: {directory: data, database: '\(database)'}
        metrics: {port: \(try TestServer.freePort())}
        \(limits)
        """.utf8
      ).write(to: configuration)
      chmod(configuration.path, 0o600)
      nodes.append(
        Node(arguments: ["serve", "--config", configuration.path], base: "http://127.0.0.1:\(port)"))
    }
    return CrashTarget(nodes: nodes, key: key) {
      try await faults(["--config", scratch.url("one.yaml").path])
        + server.ask(sessionless, of: database).split(separator: "\n").map { "\($0) has no session" }
    }
  }

  /// What the program itself finds.
  static func faults(_ options: [String]) async throws -> [String] {
    async let doctor = Program.run(["doctor"] + options)
    async let audit = Program.run(["audit", "verify"] + options)
    let (health, log) = try await (doctor, audit)
    return [
      health.status == 0 ? nil : "doctor: \(health.output)\(health.error)",
      log.status == 0 ? nil : "audit verify: \(log.output)\(log.error)",
    ].compactMap { $0 }
  }

  /// Nobody signs up without a session, and none of these sign out.
  private static let sessionless = """
    SELECT local_id FROM accounts WHERE NOT EXISTS (
      SELECT * FROM sessions WHERE sessions.project = accounts.project
        AND sessions.tenant = accounts.tenant AND sessions.local_id = accounts.local_id)
    """
}
