import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("latchkey audit and explain", .timeLimit(.minutes(15)))
struct AuditCommandTests {
  /// Runs SQL on the database behind the program's back.
  private static func tamper(_ data: String, _ sql: String) throws {
    let process = try ChildProcess(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "python3", "-c",
        "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.executescript(sys.argv[2]); d.commit()",
        data + "/latchkey.db", sql,
      ])
    #expect(process.waitForExit() == 0)
  }

  @Test("what is done at the command line is recorded with who did it, and exported as it was hashed")
  func export() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    #expect(try await Program.run(["project", "set", "my-app", "--no-anonymous"] + data).status == 0)
    #expect(try await Program.run(["keys", "rotate"] + data).status == 0)
    let lines = try await Program.run(["audit", "export"] + data)
    #expect(lines.status == 0)
    let records = try lines.output.split(separator: "\n").map { try JSONParser().parse(String($0)) }
    #expect(
      records.compactMap { $0["record"]?["action"]?.stringValue } == [
        "keys.creation", "keys.creation", "keys.retirement", "project.creation", "project.update",
      ])
    #expect(records.allSatisfy { $0["hash"]?.stringValue?.count == 64 })
    let actor = "cli:\(NSUserName())"
    #expect(records.dropFirst().allSatisfy { $0["record"]?["actor"]?.stringValue == actor })
    let table = try await Program.run(
      ["audit", "export", "--project", "my-app", "--format", "table", "--since", "2020-01-31"] + data)
    #expect(try table.output.contains(Regex("project.update  success  by \(actor)  changed=signIn")))
    let none = try await Program.run(["audit", "export", "--since", "2199-01-01T00:00:00Z"] + data)
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(try await Program.run(["audit", "export", "--since", "yesterday"] + data).status == 64)
  }

  @Test("verify names the first record that is not as it was, and what is missing against kept heads")
  func verify() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    for setting in ["--no-anonymous", "--anonymous", "--no-passwords", "--passwords"] {
      #expect(try await Program.run(["project", "set", "my-app", setting] + data).status == 0)
    }
    let intact = try await Program.run(["audit", "verify"] + data)
    #expect(intact.status == 0)
    #expect(intact.output.contains("my-app: 5 records, 1 to 5, are as they were written\n"))
    let heads = try await Program.run(["audit", "head"] + data)
    let file = scratch.data + "/heads"
    try heads.output.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try await Program.run(["audit", "verify", "--heads", file] + data).status == 0)

    try Self.tamper(
      scratch.data,
      """
      DELETE FROM audit_records WHERE chain = 'my-app' AND sequence > 3;
      UPDATE audit_heads SET sequence = 3, hash = (
        SELECT hash FROM audit_records WHERE chain = 'my-app' AND sequence = 3) WHERE chain = 'my-app';
      """)
    #expect(try await Program.run(["audit", "verify"] + data).status == 0)
    let cut = try await Program.run(["audit", "verify", "--heads", file] + data)
    #expect(cut.status == 1)
    #expect(cut.output.contains("my-app: the chain ends with record 3, but had 5 records\n"))
    #expect(cut.error == "latchkey: The audit log is not as it was written.\n")

    try Self.tamper(
      scratch.data, "UPDATE audit_records SET record = replace(record, 'cli:', 'CLI:') WHERE sequence = 2")
    let changed = try await Program.run(["audit", "verify", "--project", "my-app"] + data)
    #expect(changed.status == 1)
    #expect(changed.output == "my-app: record 2 was changed: its hash does not fit its text\n")
    let wrong = try await Program.run(["audit", "verify", "--heads", scratch.data + "/none"] + data)
    #expect(wrong.status == 1)
  }

  @Test("explain says in words why a sign-in at a running server failed")
  func explain() async throws {
    let scratch = try Scratch()
    let server = try await DevServer.start(["--data", scratch.data])
    let token = try await Program.run(
      "lab", "token", "google.com", "--fault", "wrong-audience", "--server", server.base)
    let idToken = token.output.trimmingCharacters(in: .newlines)
    let response = try await server.signIn("google.com", "id_token", idToken)
    #expect(response.status == 400)
    let id = try #require(response.diagnostic)
    let words = try await Program.run("explain", id, "--data", scratch.data)
    #expect(words.status == 0)
    #expect(words.output.contains("The token is for another app"))
    #expect(words.output.contains("  expected: ") && words.output.contains("  seen:     "))
    #expect(!words.output.contains(idToken))
    let json = try await Program.run("explain", id, "--json", "--data", scratch.data)
    #expect(try JSONParser().parse(json.output)["report"]?["check"] == "audience")
    let none = try await Program.run("explain", "nothing", "--data", scratch.data)
    #expect(none.status == 1)
    #expect(
      none.error == "latchkey: No failure with this id is stored. The server stores failures for 14 days.\n")
    #expect(await server.stop() == 0)
  }
}
