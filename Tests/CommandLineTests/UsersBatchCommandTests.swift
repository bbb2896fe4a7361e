import Foundation
import IdentityWire
import Testing

@Suite("The same for several users from the command line", .timeLimit(.minutes(15)))
struct UsersBatchCommandTests {
  private static func texts(_ name: String, _ objects: [JSONValue]) -> [String] {
    objects.compactMap { $0[name]?.stringValue }
  }

  @Test("each user is changed and recorded by itself")
  func actions() async throws {
    let installation = try await UsersInstallation()
    try await installation.fill(4)
    for (action, sentence, recorded) in [
      ("disable", "Disabled 2 users of my-app.", "account.disabling"),
      ("enable", "Enabled 2 users of my-app.", "account.enabling"),
      ("revoke", "Ended the sessions of 2 users of my-app.", "account.revocation"),
      ("delete", "Deleted 2 users of my-app.", "account.deletion"),
    ] {
      let before = try await installation.events().count
      let done = try await installation.users("batch", action, "u002", "u000", "u002", "--yes")
      #expect(done.status == 0 && done.output == sentence + "\n", "\(action): \(done.error)")
      let events = Array(try await installation.events().dropFirst(before))
      #expect(Self.texts("account", events) == ["u002", "u000"], "\(events)")
      #expect(Self.texts("action", events) == [recorded, recorded], "\(events)")
      let actors = Self.texts("actor", events).filter { $0.hasPrefix("cli:") }
      #expect(actors.count == 2, "\(events)")
      guard action != "delete" else { continue }
      #expect(try await installation.user("u000")["disabled"] == (action == "disable" ? true : nil))
      #expect(try await installation.user("u001")["disabled"] == nil)
    }
    let left = try await installation.users("list", "--json").output
    #expect(left.split(separator: "\n").count == 2 && left.contains("u001") && left.contains("u003"))
  }

  @Test("who does not exist is named, and the others are done")
  func missing() async throws {
    let installation = try await UsersInstallation()
    try await installation.fill(2)
    let partly = try await installation.users("batch", "disable", "gone", "u001")
    #expect(partly.status == 65 && partly.output == "Disabled 1 user of my-app.\n")
    #expect(
      partly.error
        == "gone: There is no such user.\nlatchkey: 1 user was skipped. The action succeeded for all others.\n"
    )
    #expect(try await installation.user("u001")["disabled"] == true)
    let told = try await installation.users("batch", "enable", "u001", "gone", "u000", "--json")
    #expect(told.status == 65, "\(told.error)")
    #expect(
      try JSONParser().parse(told.output) == [
        "results": [
          ["localId": "u001", "status": "DONE"], ["localId": "gone", "status": "NOT_FOUND"],
          ["localId": "u000", "status": "DONE"],
        ]
      ])
    let nobody = try await installation.users("batch", "revoke", "gone", "nobody")
    #expect(nobody.status == 1 && nobody.output.isEmpty)
    #expect(nobody.error.hasSuffix("latchkey: Nothing was done.\n"), "\(nobody.error)")
  }

  @Test("a file or the input names more users than one operation takes, each on a line")
  func files() async throws {
    let installation = try await UsersInstallation()
    try await installation.fill(130)
    let ids = (0..<130).map { String(format: "u%03d", $0) }
    let disabled = try await installation.users(
      "batch", "disable", "--file", "-", input: ids.joined(separator: "\r\n") + "\n\n\(ids[0])\n")
    #expect(disabled.status == 0 && disabled.output == "Disabled 130 users of my-app.\n", "\(disabled.error)")
    #expect(try await installation.user("u129")["disabled"] == true)
    let file = installation.scratch.url("ids.txt")
    try Data(ids.prefix(128).joined(separator: "\n").utf8).write(to: file)
    let deleted = try await installation.users("batch", "delete", "--file", file.path, "--yes")
    #expect(deleted.status == 0 && deleted.output == "Deleted 128 users of my-app.\n", "\(deleted.error)")
    let many = (0...1_000).map { "u\($0)\n" }.joined()
    for (input, sentence) in [
      ("", "The list contains no user ids."), ("\n\r\n", "The list contains no user ids."),
      (many, "The maximum is 1000 users in one command."),
      (String(repeating: "x", count: 200_000), "The input is not a list of user ids"),
    ] {
      let refused = try await installation.users("batch", "disable", "--file", "-", input: input)
      #expect(refused.status == 1 && refused.error.contains(sentence), "\(refused.error)")
    }
    let unreadable = try await installation.users("batch", "disable", "--file", "/nowhere/ids.txt")
    #expect(unreadable.status == 1 && unreadable.error.contains("cannot be read"), "\(unreadable.error)")
  }

  @Test("an export is a file for its owner alone, with hashes, and is recorded")
  func export() async throws {
    let installation = try await UsersInstallation()
    try await installation.fill(2)
    _ = try await installation.users(
      "create", "--uid", "ann", "--email", "ann@example.com", "--password-file", "-",
      input: "correct horse battery\n")
    let before = try await installation.events().count
    let file = installation.scratch.url("selected.json")
    let exported = try await installation.users(
      "batch", "export", "ann", "gone", "u001", "--output", file.path)
    #expect(exported.status == 65 && exported.output.isEmpty, "\(exported.error)")
    #expect(exported.error.contains("Exported 2 users of my-app.\n"), "\(exported.error)")
    #expect(exported.error.contains("gone: There is no such user.\n"), "\(exported.error)")
    let users = try JSONParser().parse(try Data(contentsOf: file))["users"]?.arrayValue ?? []
    #expect(Self.texts("localId", users) == ["ann", "u001"])
    #expect(users.first?["passwordHash"]?.stringValue?.isEmpty == false)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let events = Array(try await installation.events().dropFirst(before))
    #expect(Self.texts("action", events) == ["accounts.export", "accounts.export"], "\(events)")
    #expect(Self.texts("account", events) == ["ann", "u001"], "\(events)")
    let printed = try await installation.users("batch", "export", "u000", "--output", "-")
    #expect(printed.status == 0, "\(printed.error)")
    #expect(try JSONParser().parse(printed.output)["users"]?.arrayValue?.count == 1)
    let none = installation.scratch.url("none.json")
    let refused = try await installation.users("batch", "export", "gone", "--output", none.path)
    #expect(refused.status == 1 && !FileManager.default.fileExists(atPath: none.path))
  }

  @Test("a command line that says too little, or two things at once, is refused before anything is opened")
  func commandLines() async throws {
    let many = (0...1_000).map { "u\($0)" }
    for arguments in [
      [], ["disable"], ["promote", "ann"], ["disable", "ann", "--file", "f"], ["disable", ""],
      ["export", "ann"], ["disable", "ann", "--output", "f"], ["export", "ann", "--output", "f", "--json"],
      ["disable"] + many,
      // Nobody can be asked.
      ["delete", "ann"], ["delete", "--file", "-"],
    ] {
      let refused = try await Program.run(
        ["users", "batch", "my-app"] + arguments + ["--data", "/nowhere"])
      #expect(refused.status == 64 && refused.output.isEmpty, "\(arguments.prefix(4)): \(refused.error)")
    }
  }

  @Test("at a terminal users are deleted when the answer is yes")
  func terminal() async throws {
    let installation = try await UsersInstallation()
    try await installation.fill(2)
    let command = ["users", "batch", "my-app", "delete", "u000", "u001"] + installation.data
    for answer in ["n", ""] {
      let refused = try await Program.runAtTerminal(command, typing: answer + "\n")
      #expect(refused.status == 1 && refused.output.contains("No user was deleted."), "\(refused.output)")
      #expect(refused.output.contains("Delete 2 users of my-app for good? [y/N]"), "\(refused.output)")
    }
    #expect(try await installation.users("list", "--json").output.split(separator: "\n").count == 2)
    let deleted = try await Program.runAtTerminal(command, typing: "y\n")
    #expect(deleted.status == 0 && deleted.output.contains("Deleted 2 users of my-app."), "\(deleted.output)")
    #expect(try await installation.users("list", "--json").output.isEmpty)
  }
}
