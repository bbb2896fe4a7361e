import Composition
import Foundation
import Identity
import Messaging
import Operations
import Server
import TestSupport
import Testing

@Suite("latchkey mail", .timeLimit(.minutes(15)))
struct MailCommandTests {
  @Test(
    "preview prints every message in every language, with nothing left open", .serialized,
    arguments: ["en", "ja", "pt-BR"])
  func preview(language: String) async throws {
    for kind in MessageKind.allCases {
      let outcome = try await Program.run(
        "mail", "preview", kind.rawValue, "--language", language, "--app", "Märchen")
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      #expect(outcome.output.firstMatch(of: /%[A-Z_]+%/) == nil && outcome.output.contains("Märchen"))
      #expect(outcome.output.hasPrefix("Subject: ") == kind.isMail)
    }
    let html = try await Program.run("mail", "preview", "sign-in", "--language", language, "--html")
    #expect(html.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language.prefix(2))\">"))
  }

  @Test("preview shows templates of one's own, and names every mistake in them")
  func templates() async throws {
    let scratch = try Scratch()
    let english = scratch.url("templates/en")
    try FileManager.default.createDirectory(at: english, withIntermediateDirectories: true)
    let file = english.appendingPathComponent("sign-in.txt")
    try Data("Hi %DISPLAY_NAME%\n\n%LINK%\n".utf8).write(to: file)
    let arguments = ["mail", "preview", "sign-in", "--templates", scratch.url("templates").path]
    let good = try await Program.run(arguments)
    #expect(good.output.hasPrefix("Subject: Sign in to Example\n\nHi Ada Lovelace\n\nhttps://"))
    try Data("Hi\n%NAME%\n%LINK%\n".utf8).write(to: file)
    let bad = try await Program.run(arguments)
    #expect(bad.status == 1 && bad.output.isEmpty)
    #expect(bad.error.contains("templates/en/sign-in.txt:2: %NAME% is nothing that this message knows."))
  }

  @Test("test sends one mail, and says why one was not sent")
  func test() async throws {
    let server = try SMTPServer()
    try await server.start()
    var arguments = [
      "mail", "test", "ada@example.org", "--from", "Example <noreply@example.com>", "--smtp-host",
      "localhost",
      "--smtp-port", String(server.port), "--username", "latchkey", "--password-file", "-", "--ca-file",
      server.caFile,
    ]
    let sent = try await Program.run(arguments, input: "let me mail\n")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(try await server.waitForMails(1)[0].recipients == ["ada@example.org"])
    let wrong = try await Program.run(arguments, input: "wrong\n")
    #expect(wrong.status == 69 && wrong.error.contains("refuses user name and password"))
    arguments[2] = "refuse-550@example.org"
    let refused = try await Program.run(arguments, input: "let me mail\n")
    #expect(refused.status == 1 && refused.error.contains("(550 5.1.1)"))
    let plain = try await Program.run(
      "mail", "test", "a@b.de", "--from", "c@d.de", "--smtp-host", "smtp.example.com", "--security", "none")
    #expect(plain.status == 1 && plain.error.contains("mail.smtp.security"))
  }

  @Test("test and deliver take the mail server from a configuration, and from there alone")
  func configured() async throws {
    let server = try SMTPServer()
    try await server.start()
    let scratch = try Scratch()
    let backend = try await backend(scratch, server, SettableClock())
    try await queue(3, backend)
    await backend.close()
    try Data("let me mail".utf8).write(to: scratch.url("password"))
    chmod(scratch.url("password").path, 0o600)
    let text = """
      publicOrigin: https://auth.example.com
      data: {directory: data}
      mail:
        smtp:
          host: localhost
          port: \(server.port)
          username: latchkey
          passwordFile: password
          caFile: \(server.caFile)
          heloName: mail.example.com
        from: Example <noreply@example.com>
      """
    let file = scratch.url("latchkey.yaml").path
    try Data(text.utf8).write(to: scratch.url("latchkey.yaml"))
    let sent = try await Program.run("mail", "test", "ada@example.org", "--config", file)
    #expect(sent.status == 0, "\(sent.error)")
    let delivered = try await Program.run("mail", "deliver", "--config", file)
    #expect(delivered.output == "Delivered 3, 0 wait.\n", "\(delivered)")
    #expect(try await server.waitForMails(4).count == 4)
    let both = try await Program.run(
      "mail", "test", "ada@example.org", "--config", file, "--smtp-host", "localhost")
    let neither = try await Program.run("mail", "deliver", "--data", scratch.data)
    #expect(both.status == 64 && neither.status == 64)
    #expect(neither.error.contains("--config"), "\(neither.error)")
  }

  /// A data directory with mails that wait in it.
  private func queue(_ count: Int, _ backend: Backend) async throws {
    let outbox = try #require(backend.outbox)
    let scope = Scope(project: try #require(ProjectID(rawValue: "example")))
    for number in 0..<count {
      let now = SystemClock().now()
      let mail = OutgoingMail(
        scope: scope, to: try #require(EmailAddress("reader-\(number)@example.org")),
        .init(subject: "Number \(number)", text: "Hello\n", html: nil, language: "en"), sentAt: now,
        expiresAt: now.adding(seconds: 3_600))
      try await backend.service.store.apply(try outbox.writes(for: .mail(mail)))
    }
  }

  private func backend(_ scratch: Scratch, _ server: SMTPServer, _ clock: SettableClock) async throws
    -> Backend
  {
    var options = Backend.Options(dataDirectory: DataDirectory(path: scratch.data))
    options.clock = clock
    options.delivery = MessageDelivery(
      mail: .init(smtp: server.settings(), from: try #require(Mailbox("noreply@example.com"))))
    return try await Backend.open(options)
  }

  private func arguments(_ scratch: Scratch, _ server: SMTPServer) throws -> [String] {
    let password = scratch.url("password")
    try Data("let me mail".utf8).write(to: password)
    return [
      "mail", "deliver", "--data", scratch.data, "--from", "noreply@example.com", "--smtp-host", "localhost",
      "--smtp-port", String(server.port), "--username", "latchkey", "--password-file", password.path,
      "--ca-file",
      server.caFile,
    ]
  }

  @Test("three processes on one data directory deliver each mail once")
  func processes() async throws {
    let server = try SMTPServer()
    try await server.start()
    let scratch = try Scratch()
    let backend = try await backend(scratch, server, SettableClock())
    try await queue(60, backend)
    let arguments = try arguments(scratch, server)
    async let one = Program.run(arguments)
    async let two = Program.run(arguments)
    await backend.outbox?.deliverDue()
    let outcomes = try await [one, two]
    #expect(outcomes.allSatisfy { $0.status == 0 || $0.status == 69 }, "\(outcomes)")
    // The first to end may still see messages that the others are delivering.
    let last = try await Program.run(arguments)
    #expect(last.status == 0 && last.output == "Delivered 0, 0 wait.\n", "\(last)")
    let readers = try await server.waitForMails(60).flatMap(\.recipients)
    #expect(readers.count == 60 && Set(readers).count == 60)
    await backend.close()
  }

  @Test("what is not delivered is told with its cause and its next try, and without an address")
  func undelivered() async throws {
    let server = try SMTPServer()
    try await server.start()
    let scratch = try Scratch()
    let backend = try await backend(scratch, server, SettableClock())
    try await queue(2, backend)
    var arguments = try arguments(scratch, server)
    for index in arguments.indices where arguments[index] == "--smtp-port" {
      arguments[index + 1] = String(try TestServer.freePort())
    }
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 69 && outcome.error.contains("Delivered 0, 2 wait."), "\(outcome.error)")
    #expect(
      outcome.error.contains(/Message \w+ \(mail, [a-z-]+\) not delivered: .+\. Next try: 2\d\d\d-/),
      "\(outcome.error)")
    #expect(!outcome.error.contains("@"))
    await backend.close()
  }

  @Test("a process that is killed while it delivers loses nothing")
  func killed() async throws {
    let server = try SMTPServer()
    try await server.start()
    let scratch = try Scratch()
    let clock = SettableClock()
    let backend = try await backend(scratch, server, clock)
    try await queue(80, backend)
    let process = try ChildProcess(Program.url, arguments(scratch, server), output: .null)
    _ = try await server.waitForMails(8)
    process.signal(SIGKILL)
    await process.exitStatus()
    let before = server.received.count
    #expect(before < 80, "it was too fast to be killed in the middle")
    // What the dead process had is due again at the end of its lease.
    await backend.outbox?.deliverDue()
    clock.advance(seconds: 600)
    await backend.outbox?.deliverDue()
    #expect(try await backend.outbox?.depth(of: .mail).waiting == 0)
    let readers = try await server.waitForMails(80).flatMap(\.recipients)
    #expect(Set(readers).count == 80)
    // At most what was under way at once can have come twice.
    #expect(readers.count <= 84)
    await backend.close()
  }
}
