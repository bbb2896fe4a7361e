import Foundation
import TestSupport
import Identity
import Secrets
import Storage
import Testing

@testable import Messaging

@Suite("Mail over SMTP", .timeLimit(.minutes(15)))
struct MailOverSMTPTests {
  private func bench(_ settings: SMTPSettings) throws -> OutboxBench {
    try OutboxBench([.mail: OutboxBench.mailTransport(settings)])
  }

  @Test("STARTTLS with our own authority and a password delivers what was written, to the byte")
  func startTLS() async throws {
    let server = try SMTPServer()
    try await server.start()
    var settings = server.settings()
    settings.heloName = "auth.example.com"
    let bench = try bench(settings)
    let text =
      "Umlaute: äöü\n.\n..two dots\nhttps://example.com/?a=b&c=\(String(repeating: "x", count: 120))\n"
    try await bench.queue(
      try bench.mail(subject: "Grüße und ein langer Betreff, der nicht in eine Zeile passt — 日本語", text: text)
    )
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.delivered], "\(bench.events)")
    let mail = try await server.waitForMails(1)[0]
    #expect(mail.isProtected && mail.user == "latchkey" && mail.helo == "auth.example.com")
    #expect(mail.sender == "noreply@example.com" && mail.recipients == ["ada@example.org"])
    let parsed = try await ParsedMail(mail.content)
    #expect(parsed.subject == "Grüße und ein langer Betreff, der nicht in eine Zeile passt — 日本語")
    #expect(parsed.parts == ["text/plain": text, "text/html": "<p>Text</p>"])
    #expect(parsed.defects.isEmpty)
    #expect(mail.header("From") == "\"Example\" <noreply@example.com>")
    #expect(mail.header("Reply-To") == "help@example.com" && mail.header("To") == "ada@example.org")
    #expect(mail.header("Date") == "Thu, 01 Jan 2026 00:00:00 +0000")
    #expect(mail.header("Auto-Submitted") == "auto-generated" && mail.header("Content-Language") == "en")
    #expect(mail.header("Message-ID")?.wholeMatch(of: /<[A-Za-z0-9]{22}@example\.com>/) != nil)
    #expect(mail.content.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
    await bench.close()
  }

  @Test("TLS from the first byte works, too")
  func implicitTLS() async throws {
    let server = try SMTPServer(.tls)
    try await server.start()
    let bench = try bench(server.settings(.tls))
    try await bench.queue(try bench.mail())
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.delivered], "\(bench.events)")
    #expect(try await server.waitForMails(1).count == 1)
    await bench.close()
  }

  @Test("a plain connection is for this machine, and works there")
  func plain() async throws {
    let server = try SMTPServer(.plain, asksForPassword: false)
    try await server.start()
    var settings = server.settings(.none)
    settings.username = nil
    settings.password = nil
    #expect(settings.mistakes().isEmpty)
    let bench = try bench(settings)
    try await bench.queue(try bench.mail())
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.delivered], "\(bench.events)")
    await bench.close()
  }

  @Test("a server that offers no STARTTLS is sent nothing")
  func downgrade() async throws {
    let server = try SMTPServer(.plain, asksForPassword: false)
    try await server.start()
    let bench = try bench(server.settings(.startTLS))
    try await expectWaiting(bench, server, "no secure connection")
  }

  @Test("a certificate that no trusted authority signed is refused")
  func untrusted() async throws {
    let server = try SMTPServer()
    try await server.start()
    var settings = server.settings()
    settings.caFile = nil
    try await expectWaiting(try bench(settings), server, "no secure connection")
    let other = try SMTPServer()
    try await other.start()
    settings.caFile = other.caFile
    try await expectWaiting(try bench(settings), server, "no secure connection")
  }

  @Test("a certificate for another name is refused")
  func wrongName() async throws {
    for mode in [SMTPServer.Mode.startTLS, .tls] {
      let server = try SMTPServer(mode, hostName: "mail.elsewhere.test")
      try await server.start()
      try await expectWaiting(
        try bench(server.settings(mode == .tls ? .tls : .startTLS)), server, "no secure connection")
    }
  }

  @Test("a wrong password loses nothing, and is told from other mistakes")
  func wrongPassword() async throws {
    let server = try SMTPServer()
    try await server.start()
    var settings = server.settings()
    settings.password = Secret("wrong password")
    try await expectWaiting(try bench(settings), server, "user name and password (535 5.7.8)")
  }

  // Fails when a decoy's session ends before the password, when it names the recipient, and when a server that refuses
  // NOOP is taken for one that is down (each alone).
  @Test("a decoy has the session of a mail, and nothing of the mail is sent in it")
  func decoy() async throws {
    let server = try SMTPServer()
    try await server.start()
    let bench = try bench(server.settings())
    for count in 1...2 {
      // A recipient that the server would refuse, if it were named.
      try await bench.queue(try bench.mail(to: "refuse-550@example.org", isDecoy: true))
      await bench.outbox.deliverDue()
      let sessions = try await server.waitForNoops(count)
      #expect(
        sessions.allSatisfy { $0 == .init(isProtected: true, user: "latchkey") } && sessions.count == count)
      #expect(try await bench.waiting() == 0 && bench.events.isEmpty, "\(bench.events)")
      try server.refuseNoop()
    }
    #expect(server.received.isEmpty)
    server.kill()
    try await bench.queue(try bench.mail(isDecoy: true))
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.deferred])
    #expect(try await bench.waiting() == 1)
    await bench.close()
  }

  private func expectWaiting(_ bench: OutboxBench, _ server: SMTPServer, _ reason: String) async throws {
    try await bench.queue(try bench.mail())
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.deferred])
    #expect(bench.events.first?.reason?.contains(reason) == true, "\(bench.events.first?.reason ?? "-")")
    #expect(try await bench.waiting() == 1 && server.received.isEmpty)
    await bench.close()
  }

  @Test("a refused recipient and a refused message are final, a deferred recipient is not")
  func refusals() async throws {
    let server = try SMTPServer()
    try await server.start()
    let bench = try bench(server.settings())
    for name in ["refuse-550", "content-554", "later-451", "ada"] {
      try await bench.queue(try bench.mail(to: "\(name)@example.org"))
    }
    await bench.outbox.deliverDue()
    let reasons = Set(bench.events.map { "\($0.outcome) \($0.reason ?? "")" })
    #expect(
      reasons == [
        "failed the mail server refuses the message (550 5.1.1)",
        "failed the mail server refuses the message (554 5.6.0)",
        "deferred the mail server does not want it now (451 4.7.1)", "delivered ",
      ])
    #expect(try await bench.waiting() == 1)
    try server.letIn()
    bench.clock.advance(seconds: 10)
    await bench.outbox.deliverDue()
    #expect(try await bench.waiting() == 0)
    #expect(try await server.waitForMails(2).count == 2)
    await bench.close()
  }

  @Test("only what is about the recipient or the text is final: our mistakes and our quotas are waited for")
  func refusalsOfUs() async throws {
    let server = try SMTPServer()
    try await server.start()
    let bench = try bench(server.settings())
    let final = [
      "rcpt-550-5.1.1", "rcpt-553-5.1.3", "rcpt-550-5.2.1", "rcpt-552-5.2.2", "rcpt-550", "rcpt-551",
      "rcpt-553",
      "data-554", "data-552-5.2.3", "data-554-5.6.0", "rcpt-550-5.0.0",
    ]
    let waiting = [
      "rcpt-554-5.7.1", "rcpt-553-5.7.1", "rcpt-550-5.4.5", "rcpt-550-5.1.8", "rcpt-553-5.1.7",
      "rcpt-550-5.7.60",
      "data-554-5.7.1", "data-552-5.3.4", "rcpt-530", "rcpt-535-5.7.8", "rcpt-538", "rcpt-503-5.5.1",
      "data-521", "rcpt-530-5.1.1",
    ]
    for name in final + waiting { try await bench.queue(try bench.mail(to: "\(name)@example.org")) }
    await bench.outbox.deliverDue()
    let failed = bench.events.filter { $0.outcome == .failed }.compactMap(\.reason)
    let deferred = bench.events.filter { $0.outcome == .deferred }.compactMap(\.reason)
    func said(_ name: String) -> String {
      "(\(name.split(separator: "-").dropFirst().joined(separator: " ")))"
    }
    #expect(
      failed.sorted() == final.map { "the mail server refuses the message \(said($0))" }.sorted())
    #expect(
      deferred.sorted() == waiting.map { "the mail server does not take mail from us \(said($0))" }.sorted())
    #expect(try await bench.waiting() == waiting.count)
    await bench.close()
  }

  @Test("a mail server that dies in between loses nothing")
  func dyingServer() async throws {
    let server = try SMTPServer()
    try await server.start()
    let bench = try bench(server.settings())
    for number in 0..<5 { try await bench.queue(try bench.mail(to: "before-\(number)@example.org")) }
    await bench.outbox.deliverDue()
    #expect(try await server.waitForMails(5).count == 5)
    server.kill()
    for number in 0..<10 { try await bench.queue(try bench.mail(to: "during-\(number)@example.org")) }
    for _ in 0..<5 {
      await bench.outbox.deliverDue()
      bench.clock.advance(seconds: 60)
    }
    #expect(try await bench.waiting() == 10)
    #expect(bench.events.contains { $0.reason?.contains("no session with the mail server") == true })
    try await server.start()
    for _ in 0..<5 {
      await bench.outbox.deliverDue()
      bench.clock.advance(seconds: 60)
    }
    #expect(try await bench.waiting() == 0)
    let names = try await server.waitForMails(15).flatMap(\.recipients)
    #expect(Set(names).count == 15 && names.count == 15)
    await bench.close()
  }

  @Test("a connection that breaks before the answer sends the mail again, under the same Message-ID")
  func brokenConnection() async throws {
    let server = try SMTPServer()
    try await server.start()
    let bench = try bench(server.settings())
    try await bench.queue(try bench.mail(to: "drop@example.org"))
    await bench.outbox.deliverDue()
    bench.clock.advance(seconds: 60)
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.deferred, .deferred])
    let mails = try await server.waitForMails(2)
    #expect(mails[0].header("Message-ID") == mails[1].header("Message-ID"))
    #expect(try await bench.waiting() == 1)
    await bench.close()
  }

  @Test("a server that never answers is given up in time")
  func silence() async throws {
    let listener = try SilentListener()
    var settings = SMTPSettings(host: "127.0.0.1", port: listener.port, security: .none)
    settings.timeout = .milliseconds(300)
    let bench = try bench(settings)
    try await bench.queue(try bench.mail())
    await bench.outbox.deliverDue()
    #expect(bench.events.first?.reason == "the mail server did not answer in time")
    await bench.close()
    listener.close()
  }

  @Test("letters of all languages reach addresses that have them")
  func internationalAddresses() async throws {
    let server = try SMTPServer()
    try await server.start()
    let bench = try bench(server.settings())
    try await bench.queue(try bench.mail(to: "jürgen@bücher.example"))
    await bench.outbox.deliverDue()
    #expect(bench.outcomes == [.delivered], "\(bench.events)")
    #expect(try await server.waitForMails(1)[0].recipients == ["jürgen@xn--bcher-kva.example"])
    await bench.close()
  }
}
