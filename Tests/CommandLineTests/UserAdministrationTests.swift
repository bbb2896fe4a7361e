import Foundation
import IdentityWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Users from the command line", .timeLimit(.minutes(15)))
struct UserAdministrationTests {
  /// A project in a fresh data directory, and `latchkey users` on it.
  private struct Installation {
    let scratch: Scratch
    var data: [String] { ["--data", scratch.data] }

    init() async throws {
      scratch = try Scratch()
      let made = try await Program.run(["project", "create", "my-app", "--data", scratch.data])
      #expect(made.status == 0, "\(made.error)")
    }

    func users(_ command: String, _ arguments: String..., input: String = "") async throws -> Program.Outcome
    {
      try await Program.run(["users", command, "my-app"] + arguments + data, input: input)
    }

    /// The user as `get --json` tells them.
    func user(_ uid: String) async throws -> JSONValue {
      let shown = try await users("get", uid, "--json")
      #expect(shown.status == 0, "\(shown.error)")
      return try JSONParser().parse(Data(shown.output.utf8))
    }

    /// Brings in users whose ids are `u000`, `u001` and so on.
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

  // MARK: What is done

  @Test("a user is made, shown, changed and deleted, and the log says at the command line by whom")
  func life() async throws {
    let installation = try await Installation()
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
    let installation = try await Installation()
    _ = try await installation.users(
      "create", "--uid", "ann", "--email", "ann@example.com", "--phone", "+15555550100")
    _ = try await installation.users("create", "--uid", "bob")
    let before = try await installation.users("list", "--json").output
    let cases: [(arguments: [String], sentence: String)] = [
      (["create", "--email", "ann@example.com"], "Another user has this e-mail address."),
      (["create", "--phone", "+15555550100"], "Another user has this phone number."),
      (["create", "--uid", "ann"], "Another user has this user id."),
      (["create", "--uid", String(repeating: "x", count: 129)], "A user id has 1 to 128 bytes"),
      (["create", "--email", "nobody"], "This is no e-mail address"),
      (["create", "--phone", "12345"], "This is no phone number"),
      (["create", "--email", "c@example.com", "--password-file", "-"], "The password is too easily guessed"),
      (["update", "nobody", "--name", "x"], "There is no such user."),
      (["update", "bob", "--email", "ann@example.com"], "Another user has this e-mail address."),
      (["update", "bob", "--delete-provider", "github.com"], "The user is not linked to github.com."),
      (["update", "bob", "--delete-factor", "f1"], "The user has no such second factor."),
      (["update", "bob", "--name", String(repeating: "x", count: 2_000)], "at most 1024 bytes"),
      (["set-claims", "nobody", "{}"], "There is no such user."),
      (["revoke", "nobody"], "There is no such user."),
      (["delete", "bob", "nobody", "--yes"], "There is no user nobody. Nobody was deleted."),
      (["get", "--email", "nobody@example.com"], "There is no such user."),
      (["list", "--page", "made-up"], "--page is none of this list."),
      (["list", "--tenant", "t"], "The project has no tenant of this id."),
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
    #expect(other.status == 1 && other.error.contains("There is no project of this id"))
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
    let installation = try await Installation()
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
      (#"{"iss": "me"}"#, #""iss" is a reserved name"#), ("[1]", "The claims are no JSON object."),
      ("{\"a\": 1,\n \"b\": }", "there is a mistake at line 2, column 7."),
      (large, "The claims have more than 1000 characters."), ("", "There are no claims in it."),
      (String(repeating: " ", count: 20_000), "The input is no set of claims"),
    ] {
      let refused = try await set(["-"], input: claims)
      #expect(refused.status == 1 && refused.error.contains(sentence), "\(refused.error)")
    }
    #expect(try await set(["--file", "/nowhere"]).status == 1)
    #expect(try await installation.user("ann")["customAttributes"] == #"{"a": true}"#)
    #expect(try await set(["{}"]).status == 0)
    #expect(try await installation.user("ann")["customAttributes"]?.stringValue?.contains("a") != true)
  }

  // MARK: Lists

  @Test("a list is cut, goes on where it was cut, and is found by what users are known by")
  func lists() async throws {
    let installation = try await Installation()
    let none = try await installation.users("list")
    #expect(none.status == 0 && none.output == "No user was found.\n")
    try await installation.fill(600)
    func ids(_ outcome: Program.Outcome) throws -> [String] {
      try outcome.output.split(separator: "\n").compactMap { line in
        try JSONParser().parse(String(line))["localId"]?.stringValue
      }
    }
    #expect(try ids(await installation.users("list", "--json")).count == 100)
    let all = try await installation.users("list", "--all", "--json", "--order", "id")
    #expect(try ids(all) == (0..<600).map { String(format: "u%03d", $0) } && all.error.isEmpty)
    let first = try await installation.users("list", "--limit", "550", "--json", "--order", "id")
    let page = try #require(first.error.firstMatch(of: /--page (\S+)\n/)?.1)
    let second = try await installation.users("list", "--json", "--order", "id", "--page", String(page))
    #expect(try ids(first) + ids(second) == ids(all))
    // A page of another list is none of this one.
    #expect(try await installation.users("list", "--page", String(page)).status == 1)

    let table = try await installation.users("list", "--email", "u59")
    let lines = table.output.split(separator: "\n")
    #expect(lines.count == 11 && lines.allSatisfy { $0.count >= 40 }, "\(table.output)")
    #expect(Set(lines.map { $0.prefix { $0 != " " }.count }) == [3, 4])
    let columns = Set(
      lines.dropFirst().compactMap { line in
        line.firstRange(of: "@").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      })
    #expect(columns.count == 1 && lines[1].contains("enabled") && lines[1].contains("never"))

    _ = try await installation.users("create", "--uid", "phone", "--phone", "+15555550100", "--disabled")
    _ = try await installation.users("create", "--uid", "named", "--name", "Zoë Example")
    for (options, expected) in [
      (["--phone", "+1555"], ["phone"]), (["--name", "zo"], ["named"]), (["--search", "u007"], ["u007"]),
      (["--search", "u008@"], ["u008"]), (["--disabled"], ["phone"]), (["--provider", "phone"], ["phone"]),
      (["--provider", "google.com"], []), (["--search", "google.com:1"], []),
    ] {
      let found = try await Program.run(
        ["users", "list", "my-app", "--json"] + options + installation.data)
      #expect(try found.status == 0 && ids(found) == expected, "\(options): \(found.error)")
    }
    let closed = try await Program.run(
      ["users", "list", "my-app", "--all"] + installation.data, outputPath: "/dev/full")
    #expect(closed.status == 1 && closed.error.contains("No space left on device"), "\(closed.error)")
  }

  @Test("a tenant's users are apart from the project's")
  func tenants() async throws {
    let scratch = try Scratch()
    let server = try await DevServer.start(["--data", scratch.data])
    let url = try #require(
      URL(string: "\(server.base)/identitytoolkit.googleapis.com/v2/projects/latchkey-dev/tenants"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("Bearer owner", forHTTPHeaderField: "Authorization")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"displayName": "Acme", "allowPasswordSignup": true}"#.utf8)
    let made = try JSONParser().parse(try await URLSession.shared.data(for: request).0)
    let tenant = try #require(
      made["name"]?.stringValue?.split(separator: "/").last.map(String.init), "\(made)")
    func users(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(
        ["users", arguments[0], "latchkey-dev"] + arguments.dropFirst() + ["--data", scratch.data])
    }
    let created = try await users("create", "--uid", "ann", "--email", "a@example.com", "--tenant", tenant)
    #expect(created.status == 0, "\(created.error)")
    #expect(try await users("list", "--json").output.isEmpty)
    let listed = try await users("list", "--json", "--tenant", tenant)
    #expect(try JSONParser().parse(listed.output)["tenantId"] == .string(tenant), "\(listed.error)")
    for command in [
      ["get", "ann"], ["update", "ann", "--name", "x"], ["revoke", "ann"], ["delete", "ann", "--yes"],
    ] {
      let outside = try await Program.run(
        ["users", command[0], "latchkey-dev"] + command.dropFirst() + ["--data", scratch.data])
      #expect(outside.status == 1, "\(command)")
      let inside = try await Program.run(
        ["users", command[0], "latchkey-dev"] + command.dropFirst() + [
          "--data", scratch.data, "--tenant", tenant,
        ])
      #expect(inside.status == 0, "\(command): \(inside.error)")
    }
    #expect(await server.stop() == 0)
  }

  // MARK: What is printed

  // Fails when the user's object is printed as the API answers it.
  @Test("no password, no hash and no mark of one is printed, and nothing that could steer a terminal")
  func prints() async throws {
    let installation = try await Installation()
    let name = "Ann\u{1B}[2J\u{9B}31m\u{202E}gnp.exe\nroot"
    let password = "correct horse battery"
    var printed = try await installation.users(
      "create", "--uid", "ann", "--email", "ann@example.com", "--name", name, "--password-file", "-",
      "--json",
      input: password)
    #expect(printed.status == 0, "\(printed.error)")
    let exported = try await Program.run(
      ["users", "export", "my-app", "-", "--format", "json"] + installation.data)
    let hash = try #require(
      JSONParser().parse(Data(exported.output.utf8))["users"]?[0]?["passwordHash"]?.stringValue)
    let uid = "a\u{202E}b"
    _ = try await installation.users("create", "--uid", uid)
    for arguments in [
      ["get", "ann"], ["get", "ann", "--json"], ["list"], ["list", "--json"], ["revoke", "ann", "--json"],
      ["update", "ann", "--verified", "--json"], ["set-claims", "ann", "{}", "--json"],
      ["update", uid, "--verified"], ["delete", uid, "nobody\u{1B}", "--yes"],
      ["delete", uid, "--yes", "--json"],
    ] {
      let outcome = try await Program.run(
        ["users", arguments[0], "my-app"] + arguments.dropFirst() + installation.data)
      printed.output += outcome.output
      printed.error += outcome.error
    }
    let text = printed.output + printed.error
    for secret in [password, hash, "passwordHash", "UkVEQUNURUQ=", "salt"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let steering = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value))
    }
    #expect(steering.isEmpty, "\(steering.map(\.value))")
    // In JSON the name is all the same what it is.
    #expect(try await installation.user("ann")["displayName"] == .string(name))
  }

  @Test("at a terminal users are deleted when the answer is yes")
  func terminal() async throws {
    let installation = try await Installation()
    for name in ["ann", "bob"] {
      _ = try await installation.users("create", "--uid", name, "--email", "\(name)@example.com")
    }
    let command = ["users", "delete", "my-app", "ann", "bob"] + installation.data
    for answer in ["n", "", "yeah"] {
      let refused = try await Program.runAtTerminal(command, typing: answer + "\n")
      #expect(refused.status == 1 && refused.output.contains("Nobody was deleted."), "\(refused.output)")
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
