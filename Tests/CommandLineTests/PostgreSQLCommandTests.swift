import Foundation
import TestSupport
import Testing

@Suite(
  "latchkey on PostgreSQL", .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."),
  .timeLimit(.minutes(15)))
struct PostgreSQLCommandTests {
  /// A configuration for a database.
  private static func configure(_ database: String, _ more: String = "", in scratch: Scratch) throws -> String
  {
    let file = scratch.url("latchkey.yaml")
    try Data(
      """
      publicOrigin: https://auth.example.com
      listen: {port: \(try TestServer.freePort())}
      data: {directory: data, database: '\(database)'}
      metrics: {port: \(try TestServer.freePort())}
      \(more)
      """.utf8
    ).write(to: file)
    chmod(file.path, 0o600)
    return file.path
  }

  private static func makeMasterKey(in scratch: Scratch) throws {
    let file = scratch.url("master.key")
    try Data((Data(repeating: 9, count: 32).base64EncodedString() + "\n").utf8).write(to: file)
    chmod(file.path, 0o600)
  }

  // Fails when an address is shown as it is.
  @Test(
    "a password in the address is a mistake, and is not shown",
    arguments: [["config", "show"], ["config", "check"], ["serve"]])
  func passwordInAddress(command: [String]) async throws {
    let scratch = try Scratch()
    let file = try Self.configure("postgresql://latchkey:geheim@/trial?host=/nowhere", in: scratch)
    let outcome = try await Program.run(command + ["--config", file])
    #expect(outcome.status == 78)
    #expect(outcome.error.contains("It contains a password"))
    #expect(!(outcome.output + outcome.error).contains("geheim"))
  }

  @Test("the first project makes the tables and the master key, and the commands work on them")
  func commands() async throws {
    let scratch = try Scratch()
    let database = try PostgreSQLServer.shared.get().makeDatabase()
    let file = try Self.configure(database, in: scratch)
    let none = try await Program.run("project", "list", "--config", file)
    #expect(
      none.status == 74 && none.error.contains("There is no installation in PostgreSQL"), "\(none.error)")
    #expect(!FileManager.default.fileExists(atPath: scratch.data))
    let made = try await Program.run("project", "create", "my-app", "--config", file)
    #expect(made.status == 0, "\(made.error)")
    #expect(FileManager.default.fileExists(atPath: scratch.data + "/master.key"))
    #expect(!FileManager.default.fileExists(atPath: scratch.data + "/latchkey.db"))
    for command in [
      ["project", "list"], ["keys", "rotate"], ["users", "export", "my-app", scratch.url("users.json").path],
      ["audit", "verify"],
      ["config", "check"],
    ] {
      let outcome = try await Program.run(command + ["--config", file])
      #expect(outcome.status == 0, "\(command): \(outcome.error)")
    }
    let user = try await Program.run("users", "create", "my-app", "--uid", "ann", "--config", file)
    #expect(user.status == 0 && user.output == "ann\n", "\(user.error)")
    let listed = try await Program.run("users", "list", "my-app", "--config", file)
    #expect(listed.output.contains(#/\nann /#), "\(listed.error)")
    let status = try await Program.run("status", "--config", file)
    #expect(status.status == 69 && status.output.contains(#/Database +PostgreSQL /#), "\(status.error)")
    #expect(status.output.contains(#/Users +1\n/#) && status.output.contains(#/Signing key +RS256 /#))
    let only = try await Program.run("status", "--database", database, "--data", scratch.data)
    #expect(only.status == 0, "\(only.error)")
    // Another machine could not open what is sealed under a key that is made here.
    let alone = try await Program.run("keys", "rewrap", "--config", file)
    #expect(alone.status == 1 && alone.error.contains("previousMasterKeyFile"), "\(alone.error)")
    try FileManager.default.moveItem(
      atPath: scratch.data + "/master.key", toPath: scratch.url("old.key").path)
    try Data((Data(repeating: 9, count: 32).base64EncodedString() + "\n").utf8).write(
      to: scratch.url("new.key"))
    chmod(scratch.url("new.key").path, 0o600)
    let keys = ["--config", file]
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data((text + "\nmasterKeyFile: new.key\npreviousMasterKeyFile: old.key\n").utf8).write(
      to: URL(fileURLWithPath: file))
    let together = try await Program.run(["keys", "rewrap"] + keys)
    #expect(together.status == 0, "\(together.error)")
    try Data((text + "\nmasterKeyFile: new.key\n").utf8).write(to: URL(fileURLWithPath: file))
    let doctor = try await Program.run("doctor", "--config", file)
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.error)")
    #expect(
      doctor.output.contains(
        /ok +database +PostgreSQL \w+ at .+ answers, and stores acknowledged writes durably/))
    #expect(doctor.output.contains(/ok +master key/))
  }

  // Fails when a second machine makes a master key of its own, or takes one that opens nothing.
  @Test("on another machine nothing is opened without the master key, or with another")
  func otherMachine() async throws {
    let database = try PostgreSQLServer.shared.get().makeDatabase()
    let (first, second) = (try Scratch(), try Scratch())
    let arguments = ["--database", database]
    #expect(
      try await Program.run(["project", "create", "my-app", "--data", first.data] + arguments).status == 0)
    for command in ["create", "list"] {
      let outcome = try await Program.run(
        ["project", command] + (command == "create" ? ["other"] : []) + ["--data", second.data] + arguments)
      #expect(outcome.status == 74 && outcome.error.contains("master.key is missing"), "\(outcome.error)")
      #expect(!FileManager.default.fileExists(atPath: second.data + "/master.key"))
    }
    try FileManager.default.createDirectory(atPath: second.data, withIntermediateDirectories: true)
    try Data((Data(repeating: 9, count: 32).base64EncodedString() + "\n").utf8)
      .write(to: URL(fileURLWithPath: second.data + "/master.key"))
    let wrong = try await Program.run(["project", "list", "--data", second.data] + arguments)
    #expect(wrong.status == 74 && wrong.error.contains("does not belong to"), "\(wrong.error)")
  }

  @Test("copies are left to PostgreSQL's own programs")
  func copies() async throws {
    let scratch = try Scratch()
    let arguments = ["--data", scratch.data, "--database", try PostgreSQLServer.shared.get().makeDatabase()]
    #expect(try await Program.run(["project", "create", "my-app"] + arguments).status == 0)
    try Data("copy".utf8).write(to: scratch.url("copy"))
    for (command, file, program) in [("backup", "new", "pg_dump"), ("restore", "copy", "pg_restore")] {
      let outcome = try await Program.run([command, scratch.url(file).path] + arguments)
      #expect(outcome.status == 1 && outcome.error.contains(program), "\(outcome.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url("new").path))
  }

  // Fails when the server gives up.
  @Test("a server waits for a database that is away, and starts when it is back")
  func waiting() async throws {
    let database = try PostgreSQLServer()
    let scratch = try Scratch()
    let file = try Self.configure(database.makeDatabase(), in: scratch)
    let made = try await Program.run("project", "create", "my-app", "--config", file)
    #expect(made.status == 0, "\(made.error)")
    try database.stop()
    let server = try LoggedProcess(["serve", "--config", file])
    #expect(await server.logs("waiting for the database"), "\(server.log)")
    try database.start()
    #expect(await server.logs("\"started\""), "\(server.log)")
    server.signal(SIGTERM)
    #expect(await server.exitStatus() == 0)
  }

  // Fails when everything that libpq says is taken for a database that is away.
  @Test("a database that will not be there however long one waits ends the start")
  func mistaken() async throws {
    let scratch = try Scratch()
    let database = try PostgreSQLServer.shared.get().makeDatabase()
    let file = try Self.configure(
      database.replacing("?host", with: "x?host"), "masterKeyFile: master.key", in: scratch)
    try Self.makeMasterKey(in: scratch)
    let outcome = try await Program.run("serve", "--config", file)
    #expect(outcome.status == 74 && outcome.error.contains("no such database"), "\(outcome.error)")
  }

  // Fails when libpq's own words are passed on.
  @Test(
    "a database that is not there is told without who would have come in; a password is no part of an address"
  )
  func unreachable() async throws {
    let scratch = try Scratch()
    try Data("open sesame\n".utf8).write(to: scratch.url("password"))
    chmod(scratch.url("password").path, 0o600)
    let file = try Self.configure(
      "postgresql://somebody@127.0.0.1:1/accounts", "masterKeyFile: master.key", in: scratch)
    try Self.makeMasterKey(in: scratch)
    var text = try String(contentsOfFile: file, encoding: .utf8)
    text.replace("accounts'}", with: "accounts', databasePasswordFile: password}")
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    for command in [["project", "list"], ["doctor"]] {
      let outcome = try await Program.run(command + ["--config", file])
      let said = outcome.output + outcome.error
      #expect(outcome.status != 0 && !said.contains("open sesame") && !said.contains("somebody"), "\(said)")
    }
    let checked = try await Program.run("config", "check", "--config", file)
    #expect(checked.status == 0 && checked.output.contains("nothing listens there"), "\(checked)")
    let server = try LoggedProcess(["serve", "--config", file])
    #expect(await server.logs("waiting for the database"))
    server.signal(SIGTERM)
    #expect(await server.exitStatus() == 0)
    for said in [checked.output + checked.error, server.log] {
      #expect(!said.contains("open sesame") && !said.contains("somebody"), "\(said)")
    }
    let address = "postgresql://somebody:open-sesame@127.0.0.1/accounts"
    let argument = try await Program.run("project", "list", "--database", address)
    #expect(argument.status == 64 && !argument.output.contains("projects"))
    let both = try await Program.run("project", "list", "--config", file, "--database", "postgresql:///x")
    #expect(both.status == 64 && both.error.contains("--database and --config"))
  }
}
