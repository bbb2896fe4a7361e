import Foundation
import IdentityWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Users listed and printed at the command line", .timeLimit(.minutes(15)))
struct UserListingTests {
  @Test("a list is cut, goes on where it was cut, and is found by what users are known by")
  func lists() async throws {
    let installation = try await UsersInstallation()
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
    // One token in 64 begins with a hyphen. It is no option.
    #expect(try await installation.users("list", "--page", "-" + page.drop { $0 == "-" }).status == 1)

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
      (["--search", "u007", "--without-factor"], ["u007"]), (["--provider", "google.com"], []),
      (["--search", "google.com:1"], []),
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

  // Fails when the user's object is printed as the API answers it.
  @Test("no password, no hash and no mark of one is printed, and nothing that could steer a terminal")
  func prints() async throws {
    let installation = try await UsersInstallation()
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
}
