import Foundation
import TestSupport
import Testing

@Suite("A project's mail server, SMS gateway and look at the command line", .timeLimit(.minutes(10)))
struct ProjectDeliveryCommandTests {
  private static func secretFile(_ text: String, in scratch: Scratch, _ name: String) throws -> String {
    let file = scratch.url(name)
    try Data("\(text)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return file.path
  }

  @Test("they are set, shown without secrets, and forgotten")
  func settings() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let mail = ["project", "mail", "my-app"] + data
    let none = try await Program.run(mail)
    #expect(try none.output.contains(Regex("Mail server +the server's")), "\(none.output)")
    let password = try Self.secretFile("hidden-secret", in: scratch, "smtp.txt")
    let own = try await Program.run(
      mail + [
        "--smtp-host", "smtp.example.com", "--from", "Our app <noreply@example.com>", "--username", "app",
        "--password-file", password,
      ])
    #expect(own.status == 0, "\(own.error)")
    #expect(try own.output.contains(Regex("Password +set")) && own.output.contains("smtp.example.com:587"))
    #expect(!own.output.contains("hidden-secret"))
    let moved = try await Program.run(mail + ["--smtp-host", "other.example.com"])
    #expect(moved.status == 1, "the password has to be given again")
    let port = try await Program.run(mail + ["--smtp-port", "6379", "--password-file", password])
    #expect(port.status == 1 && port.error.contains("functions.privateHosts"), "\(port.error)")
    let forgotten = try await Program.run(mail + ["--reset"])
    #expect(try forgotten.output.contains(Regex("Mail server +the server's")))

    let set = try await Program.run(
      ["project", "mail", "set", "my-app", "--smtp-host", "smtp.example.com", "--from", "app@localhost"]
        + data)
    #expect(set.status == 0, "\(set.error)")
    // No name server is asked about such a domain.
    let check = ["project", "mail", "check", "my-app"] + data
    let hints = try await Program.run(check + ["--selector", "s1"])
    #expect(hints.status == 0, "\(hints.error)")
    #expect(
      hints.output.contains("Mails are from app@localhost.\nSPF: not looked up. The sender's address is"))
    #expect(try await Program.run(check + ["--selector", "a b"]).status == 64)
    #expect(try await Program.run(mail + ["--reset"]).status == 0)
    let senderless = try await Program.run(check)
    #expect(senderless.status == 1 && senderless.error.contains("--config"), "\(senderless.error)")

    let sms = ["project", "sms", "my-app"] + data
    let key = try Self.secretFile(String(repeating: "k", count: 24), in: scratch, "sms.txt")
    let gateway = try await Program.run(
      sms + ["--gateway", "webhook", "--url", "https://sms.example.com/send", "--secret-file", key])
    #expect(gateway.status == 0, "\(gateway.error)")
    #expect(try gateway.output.contains(Regex("Secret +set")))
    #expect(try await Program.run(sms + ["--reset", "--from", "x"]).status == 64)

    let branding = ["project", "branding", "my-app"] + data
    let look = try await Program.run(branding + ["--name", "Brand", "--color", "#1a56db"])
    #expect(look.status == 0 && look.output.contains("#1a56db"), "\(look.error)")
    #expect(try await Program.run(branding + ["--color", "red"]).status == 64)
    let link = try await Program.run(branding + ["--terms", "javascript:alert(1)"])
    #expect(link.status == 1, "\(link.error)")
  }
}
