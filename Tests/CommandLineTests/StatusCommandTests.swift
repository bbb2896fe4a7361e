import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("latchkey status", .serialized, .timeLimit(.minutes(15)))
struct StatusCommandTests {
  private static func json(_ outcome: Program.Outcome) throws -> JSONValue {
    try JSONParser().parse(Data(outcome.output.utf8))
  }

  @Test(
    "it says what runs, counts what is there, and ends with 0 while a server runs, with 69 when none does")
  func runs() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let user: JSONValue = [
      "email": "ann@example.com", "password": "correct horse battery", "returnSecureToken": true,
    ]
    #expect(try await server.call("signUp", user).status == 200)
    let well = try await Program.run("status", "--config", server.configuration)
    #expect(well.status == 0 && well.error.isEmpty, "\(well.error)")
    #expect(well.output.contains(#/Server +http://127\.0\.0\.1:\d+/ is healthy, ready\n/#), "\(well.output)")
    #expect(well.output.contains(" runs on ") && well.output.contains(#/Backup +none is known/#))
    #expect(well.output.contains(#/Users +1\n/#) && well.output.contains(#/Signing key +RS256 [0-9a-f]{40}/#))
    let told = try Self.json(try await Program.run("status", "--json", "--config", server.configuration))
    #expect(told["isWell"] == true && told["server"]?["readyz"] == "ok" && told["server"]?["healthz"] == "ok")
    let installation = try #require(told["installation"])
    #expect(installation["database"] == "sqlite" && installation["server"] == true)
    #expect(installation["users"] == 1 && installation["projects"] == 1 && installation["tenants"] == 0)
    #expect(installation["waitingMessages"]?["count"] == 0 && installation["backup"] == .null)
    #expect(installation["bytes"]?.integerValue ?? 0 > 10_000)
    #expect(installation["signingKeys"]?[0]?["signs"] == true)
    // The administrators' own project is none of an app.
    let owner = try await Program.run(
      ["console", "create-owner", "ann@example.com", "--config", server.configuration],
      input: "a password for the console\n")
    #expect(owner.status == 0, "\(owner.error)")
    let again = try Self.json(try await Program.run("status", "--json", "--data", server.scratch.data))
    #expect(again["installation"]?["users"] == 1 && again["installation"]?["projects"] == 1)
    #expect(again["server"] == .null && again["isWell"] == true)

    #expect(await server.stop() == 0)
    let stopped = try await Program.run("status", "--data", server.scratch.data)
    #expect(stopped.status == 69 && stopped.error.contains("No server runs"), "\(stopped.error)")
    #expect(stopped.output.contains(#/Users +1\n/#))
    let silent = try await Program.run("status", "--json", "--config", server.configuration)
    #expect(silent.status == 69 && silent.error.contains("Nothing answers at http://127.0.0.1:"))
    #expect(try Self.json(silent)["isWell"] == false && Self.json(silent)["server"]?["readyz"] == .null)
  }

  // Fails when the look at the lock is taken for a server by the next look, or seals what waits.
  @Test("to look disturbs nobody, and changes nothing")
  func disturbsNobody() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    #expect(await server.stop() == 0)
    let data = server.scratch.data
    let states = try await withThrowingTaskGroup(of: JSONValue?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try Self.json(try await Program.run("status", "--json", "--data", data))["installation"]?["server"]
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(states.allSatisfy { $0 == false }, "\(states)")
    let log = try await Program.run("audit", "verify", "--data", data)
    #expect(log.status == 0 && !log.output.contains("not in a chain yet"), "\(log.output)")
  }

  @Test("the last copy that latchkey backup made is told, wherever it went")
  func backup() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    let copy = scratch.url("copy.db").path
    #expect(try await Program.run("backup", "--data", scratch.data, copy).status == 0)
    let told = try await Program.run("status", "--data", scratch.data)
    #expect(
      told.output.contains(#/Backup +\d+ seconds ago, to /#) && told.output.contains(copy), "\(told.output)")
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: scratch.data + "/last-backup.json")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Data("{".utf8).write(to: URL(fileURLWithPath: scratch.data + "/last-backup.json"))
    let unreadable = try await Program.run("status", "--data", scratch.data)
    #expect(unreadable.output.contains(#/Backup +none is known/#), "\(unreadable.output)")
  }

  @Test("it needs no master key, and changes nothing in a database of another version")
  func otherVersions() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    try FileManager.default.removeItem(atPath: scratch.data + "/master.key")
    let database = scratch.data + "/latchkey.db"
    let whole = try await Program.run("status", "--data", scratch.data)
    #expect(whole.status == 69 && whole.output.contains(#/Projects +1\n/#), "\(whole.error)")
    #expect(!FileManager.default.fileExists(atPath: scratch.data + "/master.key"))
    let steps = "SELECT name FROM schema_migrations"
    _ = try await sqlite(
      database, "DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)")
    let names = try await sqlite(database, steps)
    let older = try await Program.run("status", "--data", scratch.data)
    #expect(
      older.status == 69 && older.output.contains("has the schema of an earlier version"), "\(older.output)")
    #expect(try await sqlite(database, steps) == names)
    _ = try await sqlite(database, "INSERT INTO schema_migrations (name) VALUES ('9999-of-tomorrow')")
    let newer = try await Program.run("status", "--json", "--data", scratch.data)
    #expect(newer.status == 70 && newer.error.contains("newer version"), "\(newer.error)")
    #expect(try Self.json(newer)["installation"]?["state"] == "failed")
    try Data("no database, but long enough to be one".utf8).write(to: URL(fileURLWithPath: database))
    let broken = try await Program.run("status", "--data", scratch.data)
    #expect(broken.status == 70 && broken.error.contains("cannot be read"), "\(broken.error)")
    let nothing = try await Program.run("status", "--data", scratch.url("nowhere").path)
    #expect(nothing.status == 74 && nothing.output.isEmpty)
  }

  @Test("a server is asked by its address alone, with nothing on this machine")
  func byAddress() async throws {
    let server = try await DevServer.start(["--ephemeral"])
    let well = try await Program.run("status", "--json", "--server", server.base + "/")
    #expect(well.status == 0, "\(well.error)")
    #expect(try Self.json(well)["installation"] == .null && Self.json(well)["isWell"] == true)
    #expect(await server.stop() == 0)
    let gone = try await Program.run("status", "--server", server.base)
    #expect(gone.status == 69 && gone.output.contains("nothing answers at \(server.base)/"), "\(gone.output)")
    for address in [
      "127.0.0.1:9099", "file:///etc", "http://ann@example.com", "http://x/console", "http://x?a=1",
    ] {
      #expect(try await Program.run("status", "--server", address).status == 64, "\(address)")
    }
  }
}
