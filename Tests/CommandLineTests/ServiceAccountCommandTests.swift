import Foundation
import IdentityWire
import Testing

@Suite("latchkey project service-account and admin-token", .timeLimit(.minutes(15)))
struct ServiceAccountCommandTests {
  private static func project() async throws -> (Scratch, [String]) {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    return (scratch, data)
  }

  @Test("an account's file is written for its owner alone, and listed and deleted by its key")
  func lifecycle() async throws {
    let (scratch, data) = try await Self.project()
    let path = scratch.url("key.json").path
    let command = ["project", "service-account"]
    let made = try await Program.run(
      command + [
        "create", "my-app", "backend", "--output", path, "--server", "https://auth.example.com/",
      ] + data)
    #expect(made.status == 0, "\(made.error)")
    #expect(!made.output.contains("PRIVATE") && !made.error.contains("PRIVATE"))
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    let file = try JSONParser().parse(try String(contentsOfFile: path, encoding: .utf8))
    #expect(file["token_uri"] == "https://auth.example.com/oauth2.googleapis.com/token")
    let keyID = try #require(file["private_key_id"]?.stringValue)

    let taken = try await Program.run(
      command + ["create", "my-app", "other", "--output", path] + data)
    #expect(taken.status == 1 && taken.error.contains("cannot be created"))
    let secondPath = scratch.url("second.json").path
    let again = try await Program.run(
      command + ["create", "my-app", "backend", "--output", secondPath] + data)
    #expect(again.status == 1)
    #expect(!FileManager.default.fileExists(atPath: secondPath))
    let key = try await Program.run(command + ["create-key", "my-app", "backend", "--output", "-"] + data)
    let second = try #require(try JSONParser().parse(key.output)["private_key_id"]?.stringValue)

    let list = try await Program.run(command + ["list", "my-app"] + data)
    #expect(list.output.contains("backend@my-app.iam.gserviceaccount.com"))
    #expect(list.output.contains(keyID) && list.output.contains(second))
    #expect(!list.output.contains("other@"))
    #expect(
      try await Program.run(command + ["delete-key", "my-app", "backend", keyID] + data).status == 0)
    #expect(
      try await Program.run(command + ["delete-key", "my-app", "backend", keyID] + data).status == 1)
    #expect(try await Program.run(command + ["delete", "my-app", "backend"] + data).status == 0)
    let empty = try await Program.run(command + ["list", "my-app"] + data)
    #expect(empty.output == "The project has no service accounts.\n")
  }

  @Test(
    "what cannot be is refused with a reason",
    arguments: [
      ["create", "my-app", "Backend"], ["create", "my-app", "1st"], ["create", "nowhere", "backend"],
      ["create", "my-app", "backend", "--scope", "everything"],
      ["create", "my-app", "backend", "--server", "auth.example.com"],
      ["create", "my-app", "backend", "--server", "https://a.example/path"],
      ["create", "my-app", "backend", "--scope", "firebase", "--custom-tokens-only"],
      ["create-key", "my-app", "nobody"],
    ])
  func refusals(_ arguments: [String]) async throws {
    let (scratch, data) = try await Self.project()
    let path = scratch.url("key.json").path
    let outcome = try await Program.run(
      ["project", "service-account"] + arguments + ["--output", path] + data)
    #expect(outcome.status == 1 || outcome.status == 64)
    #expect(!outcome.error.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("an account or key whose file cannot be written is not kept")
  func unwritable() async throws {
    let (scratch, data) = try await Self.project()
    defer { withExtendedLifetime(scratch) {} }
    let command = ["project", "service-account"]
    func fill(_ arguments: [String]) async throws -> Program.Outcome {
      try await Program.run(
        command + arguments + ["--output", "-"] + data, outputPath: "/dev/full")
    }
    let account = try await fill(["create", "my-app", "backend"])
    #expect(account.status == 1)
    #expect(account.error == "latchkey: The output cannot be written: No space left on device.\n")
    let list = try await Program.run(command + ["list", "my-app"] + data)
    #expect(list.output == "The project has no service accounts.\n")

    let path = scratch.url("key.json").path
    #expect(
      try await Program.run(command + ["create", "my-app", "backend", "--output", path] + data).status == 0)
    #expect(try await fill(["create-key", "my-app", "backend"]).status == 1)
    let keys = try await Program.run(command + ["list", "my-app"] + data)
    #expect(keys.output.split(separator: "\n").count { $0.contains("backend@") } == 1)
  }

  @Test("a token is shown once, alone on the output, and is known by its name from then on")
  func administratorTokens() async throws {
    let (scratch, data) = try await Self.project()
    defer { withExtendedLifetime(scratch) {} }
    let command = ["project", "admin-token"]
    let made = try await Program.run(
      command + ["create", "my-app", "nightly", "--expires-in-days", "90", "--scope", "firebase"] + data)
    #expect(made.status == 0)
    let token = try #require(made.output.wholeMatch(of: /(latchkey_my-app_[0-9A-Za-z_-]{43})\n/)?.1)
    let list = try await Program.run(command + ["list", "my-app"] + data)
    #expect(list.output.contains("nightly  firebase"))
    #expect(!list.output.contains(token))
    #expect(try await Program.run(command + ["create", "my-app", "nightly"] + data).status == 1)
    #expect(
      try await Program.run(command + ["create", "my-app", "x", "--expires-in-days", "0"] + data).status == 64
    )
    #expect(try await Program.run(command + ["delete", "my-app", "nightly"] + data).status == 0)
    #expect(try await Program.run(command + ["delete", "my-app", "nightly"] + data).status == 1)
    #expect(
      try await Program.run(command + ["list", "my-app"] + data).output
        == "The project has no administrator tokens.\n")
  }
}
