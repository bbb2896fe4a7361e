import Identity
import Messaging
import Operations
import TestSupport
import Testing

@Suite("T26: the server made to ask the DNS by a project's sender", .fewAtOnce)
struct T26SenderDomainTests {
  private static func report(
    _ server: TestServer, _ selector: String? = nil, by administrator: String? = nil
  ) async throws -> SenderDomainReport {
    try await server.backend.administration.checkSenderDomain(
      of: try await server.project(), selector: selector, by: administrator)
  }

  private static func setSender(_ address: String, at server: TestServer) async throws {
    try await server.changeProject {
      $0.mailServer = ProjectMailServer(host: "smtp.example.com", senderAddress: address)
    }
  }

  private static func run(
    _ replies: [String: NameServer.Reply], clock: SettableClock = SettableClock(),
    _ body: @Sendable @escaping (TestServer, NameServer) async throws -> Void
  ) async throws {
    try await NameServer.run(replies) { names in
      var options = TestServer.Options()
      options.nameServer = names.address
      options.clock = clock
      try await TestServer.run(options) { server in try await body(server, names) }
    }
  }

  static let oddSenders: [String] = [
    "a@localhost", "a@intranet", "a@127.0.0.1", "a@169.254.169.254", "a@10.1", "a@2130706433", "a@1.2.3.0x7f",
    "a@[127.0.0.1]", "a@[IPv6:::1]", "a@::1", "a@host.localhost", "a@printer.local", "a@x.onion",
    "a@metadata.google.internal", "a@dc.corp", "a@a..b",
    "a@.a.b",
    "a@a.b.", "a@a b.com", "a@a.com:53", "a@a.com/x", "a@a_b.com", "a@a\\.b.com", "a@a\0b.com", "a@b@", "a",
    "",
    "a@" + String(repeating: "a.", count: 127) + "com", "a@" + String(repeating: "a", count: 64) + ".com",
  ]

  // Fails when SenderDomain takes every name (with the C code's own check of names it still asks for localhost).
  @Test("nothing is asked about a sender that is at no domain of the public DNS")
  func oddDomains() async throws {
    // One server in turn: they are senders that another server stored in the same database.
    let clock = SettableClock()
    try await Self.run([:], clock: clock) { server, names in
      for sender in Self.oddSenders {
        clock.advance(seconds: 3_600)
        try await Self.setSender(sender, at: server)
        do {
          let report = try await Self.report(server, "s1")
          let findings = Set(report.hints.map(\.finding))
          #expect(findings == [.noDomain], "\(sender)")
        } catch let error as IdentityError {
          #expect(error.refusal == .configurationNotFound, "\(sender)")
        }
      }
      #expect(names.count == 0, "\(names.questions)")
    }
  }

  // Fails when a record's names are followed, or another type is asked for.
  @Test("the records of a domain lead to no other question")
  func answers() async throws {
    let names = [
      "example.com": NameServer.Reply.texts([
        "v=spf1 include:internal.example redirect=internal.example a:internal.example exists:%{i}.internal.example"
      ]),
      "_dmarc.sub.example.com": .missing,
      "_dmarc.example.com": .texts(["v=DMARC1; p=none; rua=mailto:x@internal.example"]),
      "s1._domainkey.example.com": .texts(["v=DKIM1; p=; n=internal.example"]),
    ]
    try await Self.run(names) { server, names in
      try await Self.setSender("a@example.com", at: server)
      _ = try await Self.report(server, "s1")
      #expect(
        names.questions == ["example.com 16", "_dmarc.example.com 16", "s1._domainkey.example.com 16"])
    }
  }

  // Fails when policyDomains has every domain above, or single labels.
  @Test("a domain of many labels causes few questions, and none for a whole top-level domain")
  func labels() async throws {
    try await Self.run([:]) { server, names in
      try await Self.setSender("a@" + String(repeating: "a.", count: 60) + "example.com", at: server)
      _ = try await Self.report(server, "s1")
      #expect(names.questions.count <= 10, "\(names.questions)")
      #expect(!names.questions.contains("com 16") && !names.questions.contains("_dmarc.com 16"))
    }
  }

  // Fails when a selector is put before the domain as it is.
  @Test("a selector leads to no other name")
  func selectors() async throws {
    try await Self.run([:]) { server, names in
      try await Self.setSender("a@example.com", at: server)
      for selector in [
        "internal.example\0", "internal.example/", "a b", "..", ".", "a.", ".a", "a..b", "a.b.c.d.e", "-a",
        "é", "*",
        "a\\.b", "a:53", String(repeating: "a", count: 64), String(repeating: "a.", count: 200),
      ] {
        let error = await #expect(throws: IdentityError.self, "\(selector)") {
          _ = try await Self.report(server, selector)
        }
        #expect(error?.refusal == .invalidArgument)
      }
      #expect(names.count == 0)
      _ = try await Self.report(server, "internal.example")
      let asked = names.questions.filter { $0.contains("internal") }
      #expect(asked == ["internal.example._domainkey.example.com 16"])
    }
  }

  // Fails when records are shown that are not about mail.
  @Test("a domain's other records are not shown")
  func otherRecords() async throws {
    try await Self.run([
      "example.com": .texts(["internal-secret", "v=spf2 internal-secret"]),
      "_dmarc.example.com": .texts(["internal-secret"]),
    ]) { server, _ in
      try await Self.setSender("a@example.com", at: server)
      let report = try await Self.report(server)
      let records = report.hints.flatMap(\.records)
      #expect(records == [])
    }
  }

  // Fails when SenderDomainChecks counts nothing, or each administrator alone.
  @Test("an administrator and a project can ask only so often")
  func often() async throws {
    let clock = SettableClock(Instant(seconds: 1_800_000_000))
    try await Self.run([:], clock: clock) { server, _ in
      try await Self.setSender("a@localhost", at: server)
      func allowed(by administrator: String) async throws -> Int {
        for count in 0..<50 {
          do {
            _ = try await Self.report(server, by: administrator)
          } catch let error as IdentityError {
            #expect(error.refusal == .tooManyAttemptsTryLater)
            return count
          }
        }
        return 50
      }
      var counts: [Int] = []
      for administrator in ["ada", "ada", "bob", "eve", "mal"] {
        counts.append(try await allowed(by: administrator))
      }
      #expect(counts == [10, 0, 10, 10, 0])
    }
  }
}
