import Foundation
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
    #expect(none.status == 0 && none.output.contains("There is no console yet."))
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
}
