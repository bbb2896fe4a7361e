import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("latchkey backup drill", .serialized, .timeLimit(.minutes(15)))
struct BackupDrillTests {
  /// An installation with a user and a copy of it, and a place for drills.
  private struct Installation {
    let scratch: Scratch
    let copy: String
    let place: String

    init() async throws {
      scratch = try Scratch()
      copy = scratch.url("copy.db").path
      place = scratch.url("place").path
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
      let user = try await Program.run("users", "create", "my-app", "--uid", "ann", "--data", scratch.data)
      #expect(user.status == 0, "\(user.error)")
      let made = try await Program.run("backup", "--data", scratch.data, copy)
      #expect(made.status == 0, "\(made.error)")
    }

    func drill(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(
        ["backup", "drill"] + arguments + ["--data", scratch.data], environment: ["TMPDIR": place])
    }

    /// What drills left.
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasPrefix("latchkey-drill") }
    }
  }

  // Fails when the drill works on the installation itself, and when it leaves its place (each alone).
  @Test("the newest copy is restored and signed in to, and neither it nor the installation changes")
  func newest() async throws {
    let installation = try await Installation()
    let database = installation.scratch.data + "/latchkey.db"
    func contents() throws -> [Data?] {
      try FileManager.default.contentsOfDirectory(atPath: installation.scratch.data).sorted().map {
        FileManager.default.contents(atPath: installation.scratch.data + "/" + $0)
      } + [FileManager.default.contents(atPath: installation.copy)]
    }
    let before = try contents()
    let outcome = try await installation.drill()
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    for step in ["restored", "database", "keys", "contents", "audit log", "server", "sign-in"] {
      #expect(try outcome.output.contains(Regex("[0-9.]+ s  ok +\(step) ")), "\(outcome.output)")
    }
    #expect(outcome.output.contains("Projects: 1, tenants: 0, users: 1."))
    #expect(outcome.output.contains("\(installation.copy) can be restored."))
    #expect(try installation.left().isEmpty)
    #expect(try contents() == before)
    #expect(try await !sqlite(database, "SELECT id FROM projects").contains("latchkey-drill"))
  }

  @Test("a running server goes on beside it")
  func beside() async throws {
    let server = try await ServeProcess.start(
      sections: "backup: {schedule: 6h, directory: copies}", in: Scratch())
    #expect(await server.logs("the database was copied"), "\(server.log)")
    let outcome = try await Program.run("backup", "drill", "--config", server.configuration)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains(server.scratch.url("copies").path + "/latchkey-"))
    let user: JSONValue = [
      "email": "ann@example.com", "password": "correct horse battery", "returnSecureToken": true,
    ]
    #expect(try await server.call("signUp", user).status == 200)
    #expect(await server.stop() == 0)
  }

  // Fails when a step is left out: each of the copies is good for the others.
  @Test("a copy is not good that is damaged, foreign, under another key, or whose audit log was changed")
  func bad() async throws {
    let installation = try await Installation()
    let scratch = installation.scratch
    func path(_ name: String) -> String { scratch.url(name).path }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: installation.copy))
    for index in stride(from: 5_000, to: bytes.count - 2_000, by: 97) { bytes[index] ^= 0xFF }
    try bytes.write(to: URL(fileURLWithPath: path("damaged.db")))
    try Data("this is no database, but long enough to be one".utf8).write(
      to: URL(fileURLWithPath: path("text.db")))
    let other = try Scratch()
    #expect(try await Program.run("project", "create", "other", "--data", other.data).status == 0)
    #expect(try await Program.run("backup", "--data", other.data, path("other.db")).status == 0)
    try FileManager.default.copyItem(atPath: installation.copy, toPath: path("changed.db"))
    _ = try await sqlite(
      path("changed.db"), "UPDATE audit_records SET record = record || ' ' WHERE sequence = 1")
    for (name, step) in [
      ("damaged.db", "(restored|database)"), ("text.db", "restored"), ("other.db", "keys"),
      ("changed.db", "audit log"),
    ] {
      let outcome = try await installation.drill(path(name))
      #expect(outcome.status == 70, "\(name): \(outcome.output)\(outcome.error)")
      #expect(try outcome.output.contains(Regex("s  failed +\(step) ")), "\(name): \(outcome.output)")
      #expect(outcome.error.contains("\(path(name)) cannot be restored"), "\(outcome.error)")
      #expect(try installation.left().isEmpty)
    }
  }

  @Test("without a copy or a master key there is nothing to try, and a mistyped line makes no file")
  func nothing() async throws {
    let installation = try await Installation()
    let missing = try await installation.drill(installation.scratch.url("missing.db").path)
    #expect(missing.status == 1 && missing.error.contains("cannot be read"), "\(missing.error)")
    let into = try await installation.drill("--into", "postgresql:///x?host=/nowhere")
    #expect(into.status == 64, "\(into.error)")
    let late = try await Program.run(
      ["backup", "--data", installation.scratch.data, "drill"], in: installation.place)
    #expect(late.status == 64 && late.error.contains("before any option"), "\(late.error)")
    #expect(!FileManager.default.fileExists(atPath: installation.place + "/drill"))
    try FileManager.default.removeItem(atPath: installation.copy)
    let unknown = try await installation.drill()
    #expect(unknown.status == 1 && unknown.error.contains("No copy is known"), "\(unknown.error)")
    try FileManager.default.removeItem(atPath: installation.scratch.data + "/master.key")
    let keyless = try await installation.drill()
    #expect(keyless.status == 74 && keyless.error.contains("master.key is missing"), "\(keyless.error)")
    #expect(!FileManager.default.fileExists(atPath: installation.scratch.data + "/master.key"))
  }

  @Test("a copy by hand is in the audit log under the name of who made it")
  func audit() async throws {
    let installation = try await Installation()
    let log = try await Program.run("audit", "export", "--project", "-", "--data", installation.scratch.data)
    let record = log.output.split(separator: "\n").first { $0.contains("backup.creation") }
    #expect(
      record?.contains(#""actor":"cli:"#) == true && record?.contains("copy.db") == true, "\(log.output)")
  }
}

@Suite(
  "latchkey backup drill on PostgreSQL",
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."), .serialized,
  .timeLimit(.minutes(15)))
struct DumpDrillTests {
  // Fails when the temporary database stays, when the drill runs on the database itself, when a fault of the target
  // counts as one of the copy, and when the probe of the target may take for ever (each alone).
  @Test("a dump is restored into a database that is dropped again, whether it is good or not")
  func dump() async throws {
    let programs = try #require(PostgreSQLServer.programs)
    let postgreSQL = try PostgreSQLServer.shared.get()
    let scratch = try Scratch()
    let database = try postgreSQL.makeDatabase()
    let data = ["--data", scratch.data, "--database", database]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let environment = [
      "PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      "TMPDIR": scratch.directory.path,
    ]
    func drill(_ arguments: [String], path: String? = nil) async throws -> Program.Outcome {
      let outcome = try await Program.run(
        ["backup", "drill"] + arguments + data,
        environment: environment.merging(path.map { ["PATH": $0] } ?? [:]) { $1 })
      let left = try postgreSQL.ask("SELECT datname FROM pg_database WHERE datname LIKE 'latchkey_drill%'")
      #expect(left.isEmpty, "\(left)")
      let places = try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
      #expect(!places.contains { $0.hasPrefix("latchkey-drill") })
      return outcome
    }
    let made = try await drill([])
    #expect(made.status == 0, "\(made.output)\(made.error)")
    for step in ["copied", "restored", "database", "keys", "contents", "audit log", "server", "sign-in"] {
      #expect(try made.output.contains(Regex("[0-9.]+ s  ok +\(step) ")), "\(made.output)")
    }
    #expect(try postgreSQL.ask("SELECT id FROM projects", of: database) == "my-app\n")
    let dump = scratch.url("copy.dump").path
    let status = try await ChildProcess.run(
      URL(fileURLWithPath: programs + "/pg_dump"), ["--format=custom", "--file=\(dump)", database])
    try #require(status == 0)
    let named = try await drill([dump, "--into", database])
    #expect(named.status == 0, "\(named.output)\(named.error)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: dump))
    try bytes.prefix(bytes.count / 2).write(to: scratch.url("half.dump"))
    let half = try await drill([scratch.url("half.dump").path])
    #expect(half.status == 70 && half.output.contains(#/failed +restored /#), "\(half.output)\(half.error)")
    // A PostgreSQL that is not there, and one that takes no more.
    let nowhere = try await drill([dump, "--into", "postgresql:///x?host=/nowhere"])
    #expect(nowhere.status == 1, "\(nowhere.output)\(nowhere.error)")
    #expect(nowhere.error.contains("The copy was not tested"), "\(nowhere.error)")
    let full = scratch.url("full")
    try FileManager.default.createDirectory(at: full, withIntermediateDirectories: false)
    let probe = scratch.url("probe").path
    try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(probe)'\nexit 1\n".utf8).write(
      to: full.appendingPathComponent("psql"))
    chmod(full.appendingPathComponent("psql").path, 0o755)
    let ended = try await drill(
      [scratch.url("half.dump").path], path: "\(full.path):\(environment["PATH"] ?? "")")
    #expect(ended.status == 1, "\(ended.output)\(ended.error)")
    #expect(ended.error.contains("The copy was not tested"), "\(ended.error)")
    let words = try String(contentsOfFile: probe, encoding: .utf8)
    #expect(words.contains("connect_timeout=10&options=-c%20statement_timeout%3D30s\n"), "\(words)")
    try Data((Data(repeating: 9, count: 32).base64EncodedString() + "\n").utf8)
      .write(to: URL(fileURLWithPath: scratch.data + "/master.key"))
    let wrong = try await drill([dump])
    #expect(wrong.status == 70 && wrong.output.contains(#/failed +keys /#), "\(wrong.output)\(wrong.error)")
  }
}
