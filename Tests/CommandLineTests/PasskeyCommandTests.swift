import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Passkeys at the command line", .timeLimit(.minutes(10)))
struct PasskeyCommandTests {
  @Test("passkeys are set up, and another RP ID is asked about where it strands some")
  func settings() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let none = try await Program.run(["project", "passkeys", "my-app"] + data)
    #expect(try none.output.contains(Regex("Settings +none")), "\(none.output)")
    let unnamed = try await Program.run(["project", "passkeys", "my-app", "--limit", "3"] + data)
    #expect(unnamed.status == 1 && unnamed.error.contains("--rp-id"), "\(unnamed.error)")
    let set = try await Program.run(
      ["project", "passkeys", "my-app", "--rp-id", "example.com", "--limit", "3", "--no-two-factors"] + data)
    #expect(set.status == 0, "\(set.error)")
    #expect(try set.output.contains(Regex("RP ID +example.com")))
    #expect(try set.output.contains(Regex("Origins +https://example.com")))
    #expect(try set.output.contains(Regex("Counts as two factors +no")))

    let id = try await importUser(scratch)
    let other = ["project", "passkeys", "my-app", "--rp-id", "example.org"] + data
    let refused = try await Program.run(other)
    #expect(
      refused.status == 64 && refused.error.contains("1 passkey was created for another RP ID"),
      "\(refused.error)")
    let kept = try await Program.run(["project", "passkeys", "my-app"] + data)
    #expect(try kept.output.contains(Regex("RP ID +example.com")))
    #expect(try await Program.run(other + ["--yes"]).status == 0)

    let user = try await Program.run(["users", "get", "my-app", "ada"] + data)
    #expect(user.output.contains(id) && user.output.contains("never used"), "\(user.output)")
    let unknown = try await Program.run(
      ["users", "update", "my-app", "ada", "--delete-passkey", "AAAA"] + data)
    #expect(
      unknown.status == 1 && unknown.error.contains("The user has no passkey AAAA."), "\(unknown.error)")
    #expect(
      try await Program.run(["users", "update", "my-app", "ada", "--delete-passkey", id] + data).status == 0)
    let after = try await Program.run(["users", "get", "my-app", "ada"] + data)
    #expect(!after.output.contains(id))
  }

  /// A user with a passkey of `example.com`; its id, which begins with a hyphen.
  private func importUser(_ scratch: Scratch) async throws -> String {
    let authenticator = SoftAuthenticator()
    let id = Base64URL.encode([0xF8] + authenticator.credentialID.dropFirst())
    let file = scratch.url("users.json")
    let users: JSONValue = [
      "users": [
        [
          "localId": "ada", "email": "ada@example.com",
          "passkeyInfo": [
            [
              "credentialId": .string(id), "name": "Key", "rpId": "example.com", "userHandle": "AQID",
              "publicKey": .string(Base64URL.encode(authenticator.publicKey)),
            ]
          ],
        ]
      ]
    ]
    try Data(JSONWriter.text(users).utf8).write(to: file)
    let outcome = try await Program.run(["users", "import", "my-app", file.path, "--data", scratch.data])
    #expect(outcome.status == 0, "\(outcome.error)")
    return id
  }
}
