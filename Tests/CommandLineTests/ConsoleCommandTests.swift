import Foundation
import Identity
import Testing

@Suite("latchkey console", .timeLimit(.minutes(15)))
struct ConsoleCommandTests {
  private static let password = "a password for the console"

  @Test("the first owner makes the console of a server that runs, and the key is shown once")
  func create() async throws {
    let scratch = try Scratch()
    let server = try await ServeProcess.start(in: scratch)
    defer { withExtendedLifetime(server) {} }
    let data = ["--config", server.configuration]
    #expect(try await server.get(server.base + "/console/sign-in").status == 404)
    let none = try await Program.run(["console", "list"] + data)
    #expect(none.status == 0 && none.output.contains("The console has no owner yet."))
    let made = try await Program.run(
      ["console", "create-owner", "ann@example.com"] + data, input: Self.password + "\n")
    #expect(made.status == 0, "\(made.error)")
    let address = #/^otpauth://totp/Latchkey:ann%40example\.com\?secret=([A-Z2-7]{32})&issuer=Latchkey\n$/#
    let secret = try #require(made.output.wholeMatch(of: address)).1
    #expect(made.error.contains(secret) && !made.error.contains(Self.password))
    // The key as a QR code of half blocks, with its quiet zone; the walk in the browser reads it.
    let drawn = made.error.split(separator: "\n").filter { line in
      line.count > 30 && line.allSatisfy { "█▀▄ ".contains($0) }
    }
    #expect(drawn.count >= 20 && Set(drawn.map(\.count)).count == 1, "\(made.error)")
    #expect(try await server.get(server.base + "/console/sign-in").status == 200)
    let list = try await Program.run(["console", "list"] + data)
    #expect(list.output.contains(#/ann@example\.com +owner +active +never/#))
    #expect(!list.output.contains(secret))
    // Nothing of it is a project's.
    #expect(try await !Program.run(["project", "list"] + data).output.contains("latchkey-console"))
    #expect(try await Program.run(["project", "show", "latchkey-console"] + data).status == 1)
    #expect(try await Program.run(["project", "create", "latchkey-console"] + data).status == 1)
    #expect(try await Program.run(["users", "export", "latchkey-console", "u.json"] + data).status == 1)
    #expect(!server.log.contains(Self.password) && !server.log.contains(secret))
  }

  // Fails when a help text does not take the names from the table of destinations.
  @Test(
    "the help names the addresses that need an owner, or another scope than Firebase's",
    arguments: [["console", "invite"], ["project", "admin-token", "create"]])
  func destinations(command: [String]) async throws {
    let help = try await Program.run(command + ["--help"]).output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("the addresses of \(DataDestination.namesForOwners)."), "\(help)")
  }

  @Test("what is no owner is refused with a sentence, and nobody is replaced by accident")
  func mistakes() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    for (email, password) in [
      ("ann", Self.password), ("ann@example.com", "short"), ("ann@example.com", ""),
    ] {
      let refused = try await Program.run(["console", "create-owner", email] + data, input: password)
      #expect(refused.status == 1 && refused.output.isEmpty && !refused.error.isEmpty, "\(email) \(password)")
    }
    let file = scratch.url("password")
    try Data((Self.password + "\n").utf8).write(to: file)
    let command = ["console", "create-owner", "ann@example.com", "--password-file", file.path] + data
    let first = try await Program.run(command)
    #expect(first.status == 0, "\(first.error)")
    let second = try await Program.run(command)
    #expect(second.status == 1 && second.output.isEmpty)
    let replaced = try await Program.run(command + ["--replace"])
    #expect(replaced.status == 0 && replaced.output != first.output)
    let dev = try await Program.run(["dev", "--ephemeral", "--project", "latchkey-console"])
    #expect(dev.status == 64)
  }

  @Test("roles in projects, sessions, the OpenID provider and removals are managed without the console")
  func administrators() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    func console(_ arguments: [String], status: Int32 = 0) async throws -> String {
      let done = try await Program.run(["console"] + arguments + data)
      #expect(done.status == status, "\(arguments): \(done.output) \(done.error)")
      return done.output
    }
    let bob = "bob@example.com"
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    _ = try await console(["invite", bob, "viewer"], status: 1)
    #expect(try await console(["openid", "show"]).contains("no OpenID provider"))
    let made = try await Program.run(
      ["console", "create-owner", "ann@example.com"] + data, input: Self.password + "\n")
    #expect(made.status == 0)
    let link = try await console(["invite", bob, "viewer", "--project", "my-app"])
    #expect(link.hasPrefix("/console/invitation?code="))
    _ = try await console(["invite", "eve@example.com", "viewer", "--project", "no-such-app"], status: 1)
    #expect(try await console(["list"]).contains(#/bob@example\.com +my-app=viewer +invited/#))
    #expect(try await console(["set-role", bob, "editor"]).contains("editor, my-app=viewer"))
    _ = try await console(["set-role", bob, "none", "--project", "my-app"])
    _ = try await console(["set-role", bob, "none"], status: 1)
    _ = try await console(["set-role", bob, "king"], status: 64)
    _ = try await console(["set-role", "ann@example.com", "viewer"], status: 1)
    #expect(try await console(["sessions", bob]).contains("has no session"))
    _ = try await console(["openid", "set", "--grant", "king=staff"], status: 64)
    _ = try await console(["openid", "delete"], status: 1)
    _ = try await console(["remove", bob])
    _ = try await console(["remove", bob], status: 1)
    #expect(try await !console(["list"]).contains(bob))
    let log = try await Program.run(["audit", "export", "--project", "latchkey-console"] + data)
    #expect(log.output.contains("account.claims-change") && log.output.contains("cli:"))
  }

  @Test("the leave for private addresses goes with the issuer that it was given for")
  func privateProvider() async throws {
    let lab = try await DevServer.start(["--ephemeral"])
    defer { withExtendedLifetime(lab) {} }
    let issuer = String(try #require(lab.banner.firstMatch(of: #/Provider lab +(http:\S+)/#)).1) + "/oidc"
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let made = try await Program.run(
      ["console", "create-owner", "ann@example.com"] + data, input: Self.password + "\n")
    #expect(made.status == 0, "\(made.error)")
    func set(_ arguments: [String]) async throws -> (status: Int32, output: String, error: String) {
      let done = try await Program.run(["console", "openid", "set"] + arguments + data)
      return (done.status, done.output, done.error)
    }
    let first = try await set([
      "--issuer", issuer, "--client-id", "app", "--public-client", "--grant", "viewer=staff",
      "--private-provider",
    ])
    #expect(first.status == 0 && first.output.contains(#/Private address +allowed/#), "\(first.error)")
    // Kept for the same issuer, named or not.
    for arguments in [["--claim", "roles"], ["--issuer", issuer]] {
      let kept = try await set(arguments)
      #expect(kept.status == 0 && kept.output.contains(#/Private address +allowed/#), "\(kept.error)")
    }
    let other = try await set(["--issuer", issuer + "/other"])
    #expect(other.status == 1 && other.error.contains("The issuer is an https address"), "\(other.error)")
    let given = try await set(["--issuer", issuer + "/other", "--private-provider"])
    #expect(given.status != 0 && !given.error.contains("The issuer is an https address"), "\(given.error)")
  }
}
