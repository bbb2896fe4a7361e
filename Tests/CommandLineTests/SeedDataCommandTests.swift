import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("latchkey dev with seed data", .serialized, .timeLimit(.minutes(15)))
struct SeedDataCommandTests {
  private static let fixture = Repository.url("Tests/Fixtures/emulator-export").path

  private static let ada: JSONValue = [
    "email": "ada@example.com", "password": "correct horse", "returnSecureToken": true,
  ]

  private static func accounts(_ directory: String) throws -> JSONValue {
    try JSONParser().parse(
      String(contentsOfFile: directory + "/auth_export/accounts.json", encoding: .utf8))
  }

  @Test(
    "an export comes in before the server listens, and goes out when it stops", arguments: [SIGINT, SIGTERM])
  func throughAndBack(signal: Int32) async throws {
    let scratch = try Scratch()
    let out = scratch.url("out").path
    let server = try await DevServer.start(
      ["--ephemeral", "--import", Self.fixture, "--export-on-exit=\(out)"])
    #expect(try await server.post("signInWithPassword", Self.ada).status == 200)
    let new = try await server.post("signUp", ["email": "new@example.com", "password": "made here"])
    #expect(new.status == 200)
    #expect(await server.stop(signal) == 0)
    #expect(try Self.accounts(out)["users"]?.arrayValue?.count == 9)

    let second = try await DevServer.start(["--ephemeral", "--import", out])
    #expect(try await second.post("signInWithPassword", Self.ada).status == 200)
    let again = try await second.post(
      "signInWithPassword", ["email": "new@example.com", "password": "made here"])
    #expect(again.json["localId"] == new.json["localId"])
    #expect(await second.stop() == 0)
  }

  @Test("without a value the export goes where the import comes from, which need not be there yet")
  func sameDirectory() async throws {
    let scratch = try Scratch()
    let directory = scratch.url("seed").path
    for expected in 1...2 {
      let server = try await DevServer.start(["--ephemeral", "--import", directory, "--export-on-exit"])
      #expect(try await server.post("signUp", ["returnSecureToken": true]).status == 200)
      #expect(await server.stop() == 0)
      #expect(try Self.accounts(directory)["users"]?.arrayValue?.count == expected)
    }
  }

  @Test("latchkey exec does the same around its command, whose status it has")
  func exec() async throws {
    let scratch = try Scratch()
    let directory = scratch.url("seed").path
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: directory)
    for (command, status) in [("true", 0), ("false", 1)] as [(String, Int32)] {
      try FileManager.default.removeItem(atPath: directory + "/auth_export/config.json")
      let outcome = try await Program.run([
        "exec", "--port", String(try TestServer.freePort()), "--import", directory, "--export-on-exit", "--",
        command,
      ])
      #expect(outcome.status == status, "\(outcome.error)")
      #expect(outcome.output.isEmpty && outcome.error.contains("Exported 8 users to \(directory)."))
      #expect(FileManager.default.fileExists(atPath: directory + "/auth_export/config.json"))
    }
    let refused = try await Program.run(["exec", "--import", scratch.url("none").path, "--", "true"])
    #expect(refused.status == 1 && refused.error.contains("does not exist"), "\(refused.error)")
  }

  @Test("a seed file comes in, also into a data directory that has its users already")
  func seed() async throws {
    let scratch = try Scratch()
    let file = scratch.url("users.yaml")
    try Data("users:\n  - email: ada@example.com\n    password: correct horse\n".utf8).write(to: file)
    for _ in 0..<2 {
      let server = try await DevServer.start(["--data", scratch.data, "--seed", file.path])
      #expect(try await server.post("signInWithPassword", Self.ada).status == 200)
      #expect(await server.stop() == 0)
    }
  }

  @Test("what cannot be imported or exported is said before anything is done, and ends the program")
  func mistakes() async throws {
    let scratch = try Scratch()
    let bad = scratch.url("bad").path
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: bad)
    try Data("{\"users\":[\n{\"localId\":\"a\"".utf8).write(
      to: URL(fileURLWithPath: bad + "/auth_export/accounts.json"))
    let wrong = scratch.url("wrong").path
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: wrong)
    try Data(#"{"users":[{"localId":"a"},{"localId":"b","email":"nobody"}]}"#.utf8).write(
      to: URL(fileURLWithPath: wrong + "/auth_export/accounts.json"))
    let file = scratch.url("users.yaml")
    try Data("users:\n  - emial: ada@example.com\n".utf8).write(to: file)
    let cases: [([String], Int32, String)] = [
      (["--import", scratch.url("none").path], 1, "does not exist. Name the directory of an export."),
      (["--import", bad], 1, "accounts.json, line 2, is no JSON: it ends in the middle."),
      (
        ["--import", wrong], 1, "accounts.json, user 2 (b): email is invalid. Correct it, and start again."
      ),
      (
        ["--seed", file.path], 78,
        "users.1.emial (users.yaml line 2): There is no such key.\n    Did you mean email?"
      ),
      (["--export-on-exit"], 64, "--export-on-exit needs a directory"),
      (["--export-on-exit=\(scratch.directory.path)"], 1, "The export would fail."),
      (["--export-on-exit=."], 1, "is the current directory, or one above it"),
      (["--import", ""], 64, "--import needs the name of a directory."),
    ]
    for (arguments, status, words) in cases {
      let outcome = try await Program.run(
        ["dev", "--data", scratch.data, "--port", String(try TestServer.freePort())] + arguments)
      #expect(outcome.status == status, "\(arguments) \(outcome.error)")
      #expect(outcome.error.contains(words), "\(arguments) \(outcome.error)")
    }
    // Nothing of any of them is there.
    let server = try await DevServer.start(["--data", scratch.data])
    #expect(try await server.post("signInWithPassword", Self.ada).status == 400)
    #expect(await server.stop() == 0)
  }

  /// A server with many users, that is to export into a directory in which there is an export already.
  private static func exporting(to directory: String, _ scratch: Scratch, error: ChildProcess.Stream)
    async throws
    -> ChildProcess
  {
    try FileManager.default.copyItem(atPath: fixture, toPath: directory)
    var users = "users:\n"
    for number in 0..<6_000 {
      users += "  - uid: user-\(number)\n    displayName: \(String(repeating: "x", count: 200))\n"
    }
    let file = scratch.url("users.yaml")
    try Data(users.utf8).write(to: file)
    let output = Pipe()
    let process = try ChildProcess(
      Program.url,
      [
        "dev", "--port", String(try TestServer.freePort()), "--ephemeral", "--seed", file.path,
        "--export-on-exit=\(directory)",
      ], output: .pipe(output), error: error)
    let printed = output.text(keeping: process)
    #expect(await printed.reaches { $0.contains("Ctrl-C stops the server.") })
    return process
  }

  private static func hidden(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix(".") }
  }

  @Test("an export that is killed leaves the old one whole")
  func killed() async throws {
    let scratch = try Scratch()
    let directory = scratch.url("seed").path
    let process = try await Self.exporting(to: directory, scratch, error: .null)
    let before = try Self.accounts(directory)
    process.signal(SIGINT)
    while process.isRunning, try Self.hidden(in: directory).isEmpty { await Task.yield() }
    process.signal(SIGKILL)
    #expect(await process.exitStatus() == SIGKILL)
    #expect(try Self.accounts(directory) == before)
    #expect(try Self.hidden(in: directory).count == 1)

    let server = try await DevServer.start(["--ephemeral", "--import", directory, "--export-on-exit"])
    #expect(try await server.post("signInWithPassword", Self.ada).status == 200)
    #expect(await server.stop() == 0)
    #expect(try Self.hidden(in: directory).isEmpty)
  }

  @Test("an export that may not grow says so, and leaves the old one whole")
  func limited() async throws {
    let scratch = try Scratch()
    let directory = scratch.url("seed").path
    let errors = Pipe()
    let process = try await Self.exporting(to: directory, scratch, error: .pipe(errors))
    let before = try Self.accounts(directory)
    let limit = try await ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/prlimit"),
      ["--fsize=400000:400000", "--pid", String(process.processIdentifier)])
    #expect(limit == 0)
    process.signal(SIGINT)
    let log = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(await process.exitStatus() == 74)
    #expect(
      log.contains("Nothing was exported. \(directory) is unchanged.")
        && log.contains("File too large"), "\(log)")
    #expect(try Self.accounts(directory) == before)
    #expect(try Self.hidden(in: directory).isEmpty)
  }

  @Test(
    "an export that finds no room on the disk is said",
    .enabled(if: SmallDisk.isAvailable, "This machine lets its user mount no disk."))
  func noRoom() async throws {
    let scratch = try Scratch()
    let disk = SmallDisk(at: scratch.url("disk").path, content: nil, fault: .full)
    let (output, errors) = (Pipe(), Pipe())
    let process = try disk.start(
      [
        "dev", "--port", String(try TestServer.freePort()), "--ephemeral", "--import", Self.fixture,
        "--export-on-exit=\(scratch.url("disk/seed").path)",
      ], output: .pipe(output), error: .pipe(errors))
    let printed = output.text(keeping: process)
    #expect(await printed.reaches { $0.contains("Ctrl-C stops the server.") })
    process.signal(SIGINT)
    let status = await process.exitStatus()
    let log = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(status == 74 && log.contains("No space left on device"), "\(log)")
    #expect(log.contains("Nothing was exported"), "\(log)")
  }
}
