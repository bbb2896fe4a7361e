import Foundation
import Operations
import TestSupport
import Testing

@Suite("An installation is not lost by a command", .serialized, .timeLimit(.minutes(15)))
struct InstallationSafetyTests {
  /// An installation with a project, and a copy of its database.
  private static func installation() async throws -> (scratch: Scratch, copy: String) {
    let scratch = try Scratch()
    let made = try await Program.run("project", "create", "my-app", "--data", scratch.data)
    #expect(made.status == 0, "\(made.error)")
    let copy = scratch.url("copy.db").path
    #expect(try await Program.run("backup", "--data", scratch.data, copy).status == 0)
    return (scratch, copy)
  }

  private static func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func python(_ program: String, _ arguments: String...) async throws {
    let python = URL(fileURLWithPath: "/usr/bin/python3")
    #expect(try await ChildProcess.run(python, ["-c", program] + arguments) == 0)
  }

  @Test("what is no backup of Latchkey is not restored: an empty file, another program's, one without keys")
  func noBackups() async throws {
    let (scratch, copy) = try await Self.installation()
    let files = ["empty", "foreign", "keyless"].map { scratch.url($0).path }
    try Self.write("", files[0])
    try await Self.python(
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('CREATE TABLE t (a)'); c.commit()",
      files[1])
    try FileManager.default.copyItem(atPath: copy, toPath: files[2])
    try await Self.python(
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('DELETE FROM signing_keys'); c.commit()",
      files[2])
    for file in files {
      let outcome = try await Program.run("restore", "--data", scratch.data, "--replace", file)
      #expect(outcome.status == 1, "\(file): \(outcome.error)")
      #expect(outcome.error.contains("is not a Latchkey backup"), "\(outcome.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.data + "/latchkey.db.before-restore"))
    #expect(try await Program.run("project", "list", "--data", scratch.data).output.contains("my-app"))
  }

  @Test("every database that a restore replaces is kept, under a name of its own")
  func kept() async throws {
    let (scratch, copy) = try await Self.installation()
    #expect(try await Program.run("project", "create", "second", "--data", scratch.data).status == 0)
    for _ in 0..<2 {
      let outcome = try await Program.run("restore", "--data", scratch.data, "--replace", copy)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let kept = scratch.data + "/latchkey.db.before-restore"
    #expect(FileManager.default.fileExists(atPath: kept + "-2"))
    #expect(try await Program.run("restore", "--data", scratch.data, "--replace", kept).status == 0)
    #expect(try await Program.run("project", "list", "--data", scratch.data).output.contains("second"))
  }

  @Test("commands keep a restore waiting, and a restore keeps commands and servers waiting")
  func locks() async throws {
    let (scratch, copy) = try await Self.installation()
    let directory = DataDirectory(path: scratch.data)
    // The first server of a directory makes its lock's file while nobody else is at work.
    try await Self.holding(directory, .server) {}
    try await Self.holding(directory, .command) {
      let restore = try await Program.run("restore", "--data", scratch.data, "--replace", copy)
      #expect(restore.status == 75, "\(restore.error)")
      #expect(try directory.lock(for: .server) != nil, "commands and a server go together")
    }
    try await Self.holding(directory, .replacement) {
      for command in [
        ["project", "list"], ["users", "export", "my-app", "-", "--format", "json"], ["keys", "rewrap"],
        ["backup", scratch.url("other.db").path], ["dev"],
      ] {
        let outcome = try await Program.run(command + ["--data", scratch.data])
        #expect(outcome.status == 75, "\(command): \(outcome.error)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.data + "/master.key.next"))
  }

  private static func holding(
    _ directory: DataDirectory, _ use: DataDirectoryUse, _ body: () async throws -> Void
  ) async throws {
    // A program that another test starts has what is open here until it is itself, locks that were given up among it.
    var lock = try directory.lock(for: use)
    while lock == nil {
      await Task.yield()
      lock = try directory.lock(for: use)
    }
    try await body()
    withExtendedLifetime(lock) {}
  }

  @Test("a second server does not start, nor a restore, though the lock file was deleted")
  func deletedLock() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let copy = server.scratch.url("copy.db").path
    #expect(try await Program.run("backup", "--config", server.configuration, copy).status == 0)
    try FileManager.default.removeItem(atPath: server.scratch.data + "/server.lock")
    let second = try await Program.run("serve", "--config", server.configuration)
    #expect(second.status == 75, "\(second.error)")
    let restore = try await Program.run("restore", "--config", server.configuration, "--replace", copy)
    #expect(restore.status == 75, "\(restore.error)")
    #expect(await server.stop() == 0)
  }

  @Test("an empty database beside a master key is a loss that is told, and left for a backup")
  func emptyDatabase() async throws {
    let (scratch, copy) = try await Self.installation()
    let database = scratch.data + "/latchkey.db"
    for log in ["-wal", "-shm"] { unlink(database + log) }
    try Self.write("", database)
    chmod(database, 0o600)
    let configuration = scratch.url("latchkey.yaml").path
    try Self.write(
      "publicOrigin: https://auth.example.com\ndata: {directory: data}\nmetrics: {enabled: false}\n",
      configuration)
    chmod(configuration, 0o600)
    for (command, status) in [
      (["serve"], Int32(74)), (["config", "check"], 74), (["project", "list"], 74), (["doctor"], 70),
    ] {
      let outcome = try await Program.run(command + ["--config", configuration])
      #expect(outcome.status == status, "\(command): \(outcome.error)")
      #expect((outcome.output + outcome.error).contains("is empty"), "\(command): \(outcome.error)")
    }
    let made = try await Program.run("project", "create", "new", "--data", scratch.data)
    #expect(made.status == 74, "\(made.error)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)).isEmpty)
    #expect(try await Program.run("restore", "--data", scratch.data, "--replace", copy).status == 0)
  }

  @Test("backups from before any number of new master keys can still be restored")
  func olderKeys() async throws {
    let (scratch, copy) = try await Self.installation()
    for _ in 0..<2 {
      let outcome = try await Program.run("keys", "rewrap", "--data", scratch.data)
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    #expect(FileManager.default.fileExists(atPath: scratch.data + "/master.key.previous-2"))
    let restored = try await Program.run("restore", "--data", scratch.data, "--replace", copy)
    #expect(restored.status == 0, "\(restored.error)")
    #expect(try await Program.run("users", "hash-parameters", "my-app", "--data", scratch.data).status == 0)
  }

  @Test("a filter does not take the place of the list that it is made of")
  func filterOverList() async throws {
    let scratch = try Scratch()
    let list = scratch.url("leaked.txt").path
    try Self.write("tr0ub4dor&3\n", list)
    try FileManager.default.createSymbolicLink(atPath: scratch.url("link").path, withDestinationPath: list)
    for output in [list, scratch.url("link").path] {
      let outcome = try await Program.run("passwords", "build-filter", list, "--output", output)
      #expect(outcome.status == 1 && outcome.error.contains("is the list itself"), "\(outcome.error)")
    }
    #expect(try String(contentsOfFile: list, encoding: .utf8) == "tr0ub4dor&3\n")
  }

  @Test("keys are not replaced where there is no installation, and nothing is left behind")
  func rewrapOfNothing() async throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.data, withIntermediateDirectories: true)
    let outcome = try await Program.run("keys", "rewrap", "--data", scratch.data)
    #expect(outcome.status == 74)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.data).isEmpty)
  }

  @Test("what is not there is named: the directory, the database, or both")
  func missing() async throws {
    let (scratch, _) = try await Self.installation()
    try FileManager.default.removeItem(atPath: scratch.data + "/latchkey.db")
    let gone = try await Program.run("project", "list", "--data", scratch.data)
    #expect(gone.status == 74 && gone.error.contains("latchkey.db is missing"), "\(gone.error)")
    #expect(gone.error.contains("latchkey restore"))
    let file = scratch.url("file").path
    try Self.write("", file)
    let plain = try await Program.run("project", "list", "--data", file)
    #expect(plain.status == 74 && plain.error.contains("is a file"), "\(plain.error)")
    let made = try await Program.run("project", "create", "x", "--data", file)
    #expect(made.status == 74, "\(made.error)")
  }

  @Test("a wrong master key of the environment is not blamed on a file")
  func environmentKey() async throws {
    let (scratch, _) = try await Self.installation()
    let configuration = scratch.url("latchkey.yaml").path
    try Self.write("publicOrigin: https://auth.example.com\ndata: {directory: data}\n", configuration)
    chmod(configuration, 0o600)
    let outcome = try await Program.run(
      ["project", "list", "--config", configuration],
      environment: ["LATCHKEY_MASTER_KEY": Data(repeating: 9, count: 32).base64EncodedString()])
    #expect(outcome.status == 74)
    #expect(
      outcome.error.contains("LATCHKEY_MASTER_KEY") && !outcome.error.contains("master.key does not belong"),
      "\(outcome.error)")
  }

  @Test("a copy that cannot be written says why, and an output is no place for one")
  func unwritableCopy() async throws {
    let (scratch, _) = try await Self.installation()
    let missing = scratch.url("missing/copy.db").path
    let nowhere = try await Program.run("backup", "--data", scratch.data, missing)
    #expect(nowhere.status == 1 && nowhere.error.contains("No such file or directory"), "\(nowhere.error)")
    #expect(!nowhere.error.contains("not an error"))
    let output = try await Program.run("backup", "--data", scratch.data, "-")
    #expect(output.status == 64, "\(output.error)")
  }
}
