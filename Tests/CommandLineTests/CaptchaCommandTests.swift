import Foundation
import TestSupport
import Testing

@Suite("Captchas at the command line", .timeLimit(.minutes(10)))
struct CaptchaCommandTests {
  @Test("they are set up, shown without the secret, and forgotten")
  func settings() async throws {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(try await Program.run(["project", "create", "my-app"] + data).status == 0)
    let command = ["project", "captcha", "my-app"] + data
    let none = try await Program.run(command)
    #expect(try none.output.contains(Regex("Provider +proof-of-work")), "\(none.output)")
    #expect(try none.output.contains(Regex("sms +off")))
    let own = try await Program.run(
      command + ["--sms", "enforce", "--sign-up", "audit", "--work-bits", "16"])
    #expect(own.status == 0, "\(own.error)")
    #expect(try own.output.contains(Regex("sms +enforce")) && own.output.contains(Regex("sign-up +audit")))
    let incomplete = try await Program.run(command + ["--provider", "turnstile"])
    #expect(incomplete.status == 1 && incomplete.error.contains("siteKey"), "\(incomplete.error)")
    let file = scratch.url("turnstile.key")
    try Data("hidden-secret\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let service = try await Program.run(
      command + ["--provider", "turnstile", "--site-key", "0x4AAA", "--secret-file", file.path])
    #expect(service.status == 0, "\(service.error)")
    #expect(try service.output.contains(Regex("Secret +set")) && !service.output.contains("hidden-secret"))
    let off = ["--sms", "off", "--sign-up", "off"]
    let moved = try await Program.run(command + off + ["--verify-url", "https://example.com/verify"])
    #expect(moved.status == 1 && moved.error.contains("Give the secret again"), "\(moved.error)")
    #expect(try await Program.run(command).output == service.output)
    let given = try await Program.run(
      command + ["--verify-url", "https://example.com/verify", "--secret-file", file.path])
    #expect(try given.output.contains(Regex("Secret +set")), "\(given.error)")
    #expect(try given.output.contains(Regex("Checked at +https://example.com/verify")), "\(given.output)")
    let other = try await Program.run(command + ["--provider", "hcaptcha", "--secret-file", file.path])
    #expect(other.status == 0 && !other.output.contains("Checked at"), "\(other.output) \(other.error)")
    for wrong in [["--reset", "--sms", "off"], ["--sms", "sometimes"]] {
      #expect(try await Program.run(command + wrong).status == 64)
    }
    let forgotten = try await Program.run(command + ["--reset"])
    #expect(try forgotten.output.contains(Regex("Provider +proof-of-work")))
    #expect(try forgotten.output.contains(Regex("sms +off")))
  }
}
