import Foundation
import IdentityWire
import Testing

/// A project in a fresh data directory, and `latchkey users` on it.
struct UsersInstallation {
  let scratch: Scratch
  var data: [String] { ["--data", scratch.data] }

  init() async throws {
    scratch = try Scratch()
    let made = try await Program.run(["project", "create", "my-app", "--data", scratch.data])
    #expect(made.status == 0, "\(made.error)")
  }

  func users(_ command: String, _ arguments: String..., input: String = "") async throws -> Program.Outcome {
    try await Program.run(["users", command, "my-app"] + arguments + data, input: input)
  }

  /// The user as `get --json` shows them.
  func user(_ uid: String) async throws -> JSONValue {
    let shown = try await users("get", uid, "--json")
    #expect(shown.status == 0, "\(shown.error)")
    return try JSONParser().parse(Data(shown.output.utf8))
  }

  /// Imports users whose ids are `u000`, `u001` and so on.
  func fill(_ count: Int) async throws {
    let lines = (0..<count).map { number in
      let id = String(format: "u%03d", number)
      return "\(id),\(id)@example.com,true\n"
    }
    let done = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "csv"] + data, input: lines.joined())
    #expect(done.status == 0, "\(done.error)")
  }

  func events() async throws -> [JSONValue] {
    let log = try await Program.run(["audit", "export", "--project", "my-app"] + data)
    return try log.output.split(separator: "\n").compactMap {
      try JSONParser().parse(String($0))["record"]
    }
  }
}
