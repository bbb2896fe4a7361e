import Foundation
import IdentityWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Users from the command line", .timeLimit(.minutes(15)))
struct UserAdministrationTests {
  // MARK: One command after another

  @Test("a user is made, shown, changed and deleted, and the log says at the command line by whom")
  func life() async throws {
    let installation = try await UsersInstallation()
    let made = try await installation.users(
      "create", "--email", "Ann@example.com", "--password-file", "-", "--uid", "ann", "--name", "Ann",
      "--phone", "+1 (555) 555-0100", "--photo", "https://example.com/a.png", "--verified",
      input: "correct horse battery\n")
    #expect(made.status == 0 && made.output == "ann\n", "\(made.error)")
    var ann = try await installation.user("ann")
    #expect(ann["email"] == "ann@example.com" && ann["emailVerified"] == true)
    #expect(ann["phoneNumber"] == "+15555550100" && ann["displayName"] == "Ann")
    #expect(ann["photoUrl"] == "https://example.com/a.png" && ann["disabled"] == nil)
    #expect(ann["passwordUpdatedAt"] != nil)
    for by in [["--email", "ann@example.com"], ["--phone", "+15555550100"]] {
      let found = try await Program.run(["users", "get", "my-app"] + by + installation.data)
      #expect(found.status == 0 && found.output.contains(#/UID +ann\n/#), "\(found.output)")
      #expect(found.output.contains(#/E-mail +ann@example\.com \(verified\)/#))
      #expect(found.output.contains(#/Password +set 20/#) && found.output.contains(#/Last sign-in +never/#))
    }
    let changed = try await installation.users(
      "update", "ann", "--name", "Ann B", "--no-verified", "--disabled", "--delete-phone", "--delete-photo")
    #expect(changed.status == 0 && changed.output == "Changed ann.\n", "\(changed.error)")
    ann = try await installation.user("ann")
    #expect(ann["displayName"] == "Ann B" && ann["emailVerified"] == false && ann["disabled"] == true)
    #expect(ann["phoneNumber"] == nil && ann["photoUrl"] == nil && ann["email"] == "ann@example.com")
    let bare = try await installation.users(
      "update", "ann", "--enabled", "--delete-password", "--delete-name", "--json")
    ann = try JSONParser().parse(bare.output)
    #expect(ann["disabled"] == nil && ann["passwordUpdatedAt"] == nil && ann["displayName"] == nil)
    let deleted = try await installation.users("delete", "ann", "--yes")
    #expect(deleted.status == 0 && deleted.output == "Deleted 1 user of my-app.\n", "\(deleted.error)")
    let gone = try await installation.users("get", "ann")
    #expect(gone.status == 1 && gone.error == "latchkey: There is no such user.\n")

    let events = try await installation.events().filter { $0["account"] == "ann" }
    #expect(events.first?["action"] == "account.creation" && events.last?["action"] == "account.deletion")
    #expect(events.count == 4, "\(events)")
    for event in events {
      #expect(event["actor"]?.stringValue?.hasPrefix("cli:") == true, "\(event)")
    }
  }

  // Fails when a refusal is recorded as an unknown administrator's, or not at all.
  @Test("what is refused changes nothing, is said in a sentence, and is recorded with who asked")
  func refusals() async throws {
    let installation = try await UsersInstallation()
    _ = try await installation.users(
      "create", "--uid", "ann", "--email", "ann@example.com", "--phone", "+15555550100")
    _ = try await installation.users("create", "--uid", "bob")
    let before = try await installation.users("list", "--json").output
    let cases: [(arguments: [String], sentence: String)] = [
      (["create", "--email", "ann@example.com"], "Another user has this e-mail address."),
      (["create", "--phone", "+15555550100"], "Another user has this phone number."),
      (["create", "--uid", "ann"], "Another user has this user id."),
      (["create", "--uid", String(repeating: "x", count: 129)], "A user id has 1 to 128 bytes"),
      (["create", "--email", "nobody"], "The e-mail address is invalid"),
      (["create", "--phone", "12345"], "The phone number is invalid"),
      (["create", "--email", "c@example.com", "--password-file", "-"], "The password is too easily guessed"),
      (["update", "nobody", "--name", "x"], "There is no such user."),
      (["update", "bob", "--email", "ann@example.com"], "Another user has this e-mail address."),
      (["update", "bob", "--delete-provider", "github.com"], "The user is not linked to github.com."),
      (["update", "bob", "--delete-factor", "f1"], "The user has no such second factor."),
      (["update", "bob", "--name", String(repeating: "x", count: 2_000)], "at most 1024 bytes"),
      (["set-claims", "nobody", "{}"], "There is no such user."),
      (["revoke", "nobody"], "There is no such user."),
      (["delete", "bob", "nobody", "--yes"], "There is no user nobody. No user was deleted."),
      (["get", "--email", "nobody@example.com"], "There is no such user."),
      (["list", "--page", "made-up"], "The value of --page does not belong to this list."),
      (["list", "--tenant", "t"], "The project has no tenant with this id."),
    ]
    for (arguments, sentence) in cases {
      let refused = try await Program.run(
        ["users", arguments[0], "my-app"] + arguments.dropFirst() + installation.data, input: "short\n")
      #expect(refused.status == 1 && refused.output.isEmpty, "\(arguments)")
      #expect(refused.error.hasPrefix("latchkey: ") && refused.error.contains(sentence), "\(refused.error)")
    }
    #expect(try await installation.users("list", "--json").output == before)
    let recorded = try await installation.events().filter { $0["outcome"] == "EMAIL_EXISTS" }
    #expect(recorded.map { $0["action"] } == ["account.creation", "account.update"], "\(recorded)")
    #expect(recorded.allSatisfy { $0["actor"]?.stringValue?.hasPrefix("cli:") == true }, "\(recorded)")
    let other = try await Program.run(["users", "list", "other"] + installation.data)
    #expect(other.status == 1 && other.error.contains("There is no project with this id"))
    let console = try await Program.run(["users", "list", "latchkey-console"] + installation.data)
    #expect(console.status == 1 && console.output.isEmpty)
  }

  @Test("a command line that says too little, or two things at once, is refused before anything is opened")
  func commandLines() async throws {
    for arguments in [
      ["create", "--password-file", "-"], ["create", "--verified"], ["create", "--ask-password"],
      ["create", "--email", "a@example.com", "--password-file", "p", "--ask-password"],
      ["update"], ["update", "ann"], ["update", "ann", "--email", "a@example.com", "--delete-email"],
      ["update", "ann", "--phone", ""], ["update", "ann", "--enabled", "--disabled"],
      ["update", "", "--name", "x"],
      ["get"], ["get", "ann", "--email", "a@example.com"], ["get", "--identity", "google.com"],
      ["set-claims", "ann"], ["set-claims", "ann", "{}", "--file", "f"], ["revoke"], ["delete"],
      ["list", "--limit", "0"], ["list", "--limit", "5", "--all"], ["list", "--email", "a", "--name", "b"],
      ["list", "--search", ""], ["list", "--order", "oldest"],
      // Nobody can be asked.
      ["delete", "ann"],
    ] {
      let refused = try await Program.run(
        ["users", arguments[0], "my-app"] + arguments.dropFirst() + ["--data", "/nowhere"])
      #expect(refused.status == 64 && refused.output.isEmpty, "\(arguments): \(refused.error)")
    }
  }

  // MARK: Beside a server

  @Test("what is done beside a running server holds at once: a password, claims, revocation, a disabled user")
  func besideServer() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let data = ["--config", server.configuration]
    func users(_ arguments: [String], input: String = "") async throws -> Program.Outcome {
      let outcome = try await Program.run(
        ["users", arguments[0], "my-app"] + arguments.dropFirst() + data, input: input)
      #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
      return outcome
    }
    let secret: JSONValue = [
      "email": "ann@example.com", "password": "correct horse battery", "returnSecureToken": true,
    ]
    _ = try await users(
      ["create", "--uid", "ann", "--email", "ann@example.com", "--ask-password"],
      input: "correct horse battery\n")
    _ = try await users(["set-claims", "ann", #"{"role": "admin"}"#])
    let signedIn = try await server.call("signInWithPassword", secret)
    #expect(signedIn.status == 200, "\(signedIn.json)")
    let claims = try claims(of: signedIn.json["idToken"])
    #expect(claims["role"] == "admin" && claims["sub"] == "ann")
    let shown = try await users(["get", "ann"])
    #expect(
      shown.output.contains(#/Claims +\{"role": "admin"\}/#) && shown.output.contains(#/Last sign-in +20/#))

    let refreshToken = try #require(signedIn.json["refreshToken"]?.stringValue)
    #expect(try await refresh(refreshToken, server) == 200)
    #expect(try await users(["revoke", "ann"]).output == "Ended the sessions of ann.\n")
    #expect(try await refresh(refreshToken, server) == 400)

    _ = try await users(["update", "ann", "--disabled"])
    let refused = try await server.call("signInWithPassword", secret)
    #expect(refused.json["error"]?["message"] == "USER_DISABLED", "\(refused.json)")
    _ = try await users(
      ["update", "ann", "--enabled", "--password-file", "-"], input: "another horse battery\n")
    #expect(try await server.call("signInWithPassword", secret).status == 400)
    #expect(await server.stop() == 0)
  }

  private func claims(of token: JSONValue?) throws -> JSONValue {
    let parts = try #require(token?.stringValue).split(separator: ".")
    return try JSONParser().parse(try #require(Base64URL.decode(String(parts[1]))))
  }

  private func refresh(_ token: String, _ server: ServeProcess) async throws -> Int {
    let url = try #require(URL(string: "\(server.base)/v1/token?key=\(server.key)"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("grant_type=refresh_token&refresh_token=\(token)".utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  // Fails when commands open a project without the passwords that the server's configuration refuses.
  @Test("new passwords are checked as the server of the configuration does")
  func passwordRules() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    #expect(await server.stop() == 0)
    func create(_ options: [String], _ password: String) async throws -> Program.Outcome {
      try await Program.run(
        ["users", "create", "my-app", "--email", "ann@example.com", "--password-file", "-"] + options,
        input: password + "\n")
    }
    for password in ["password123", "ann@example.com"] {
      let refused = try await create(["--config", server.configuration], password)
      #expect(refused.status == 1 && refused.error.contains("too easily guessed"), "\(refused.error)")
      #expect(!refused.error.contains("123"))
    }
    let strict = try await Program.run(
      ["project", "set", "my-app", "--config", server.configuration, "--strict-email-verification"])
    #expect(strict.status == 0)
    let taken = try await create(["--data", server.scratch.data], "password123")
    #expect(taken.status == 0, "\(taken.error)")
  }

  // MARK: Claims

  @Test(
    "claims take the place of those that were there; what is none is refused with the place of the mistake")
  func claims() async throws {
    let installation = try await UsersInstallation()
    _ = try await installation.users("create", "--uid", "ann")
    func set(_ arguments: [String], input: String = "") async throws -> Program.Outcome {
      try await Program.run(
        ["users", "set-claims", "my-app", "ann"] + arguments + installation.data, input: input)
    }
    let first = try await set([#"{"role": "admin", "level": 3}"#])
    #expect(first.status == 0 && first.output == "Replaced the claims of ann.\n", "\(first.error)")
    _ = try await set(["-"], input: "{\"team\": 7}\n")
    #expect(try await installation.user("ann")["customAttributes"] == #"{"team": 7}"#)
    let file = installation.scratch.url("claims.json")
    try Data(#"{"a": true}"#.utf8).write(to: file)
    let shown = try await set(["--file", file.path, "--json"])
    #expect(try JSONParser().parse(shown.output)["customAttributes"] == #"{"a": true}"#)
    let large = #"{"a": "\#(String(repeating: "x", count: 1_000))"}"#
    for (claims, sentence) in [
      (#"{"iss": "me"}"#, #""iss" is a reserved name"#), ("[1]", "The claims are not a JSON object."),
      ("{\"a\": 1,\n \"b\": }", "there is a mistake at line 2, column 7."),
      (large, "The claims have more than 1000 characters."), ("", "The input contains no claims."),
      (String(repeating: " ", count: 20_000), "The input is not a set of claims"),
    ] {
      let refused = try await set(["-"], input: claims)
      #expect(refused.status == 1 && refused.error.contains(sentence), "\(refused.error)")
    }
    #expect(try await set(["--file", "/nowhere"]).status == 1)
    #expect(try await installation.user("ann")["customAttributes"] == #"{"a": true}"#)
    #expect(try await set(["{}"]).status == 0)
    #expect(try await installation.user("ann")["customAttributes"]?.stringValue?.contains("a") != true)
  }

  // MARK: At a terminal

  @Test("at a terminal users are deleted when the answer is yes")
  func terminal() async throws {
    let installation = try await UsersInstallation()
    for name in ["ann", "bob"] {
      _ = try await installation.users("create", "--uid", name, "--email", "\(name)@example.com")
    }
    let command = ["users", "delete", "my-app", "ann", "bob"] + installation.data
    for answer in ["n", "", "yeah"] {
      let refused = try await Program.runAtTerminal(command, typing: answer + "\n")
      #expect(refused.status == 1 && refused.output.contains("No user was deleted."), "\(refused.output)")
      #expect(
        refused.output.contains("Delete ann@example.com (ann), bob@example.com (bob) for good? [y/N]"),
        "\(refused.output)")
    }
    #expect(try await installation.users("list", "--json").output.split(separator: "\n").count == 2)
    let deleted = try await Program.runAtTerminal(command, typing: "y\n")
    #expect(deleted.status == 0 && deleted.output.contains("Deleted 2 users of my-app."), "\(deleted.output)")
    #expect(try await installation.users("list", "--json").output.isEmpty)
  }
}
