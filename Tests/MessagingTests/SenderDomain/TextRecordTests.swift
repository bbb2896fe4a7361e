import TestSupport
import Testing

@testable import Messaging

@Suite("Look-ups of TXT records")
struct TextRecordTests {
  /// Long enough for a good answer on a busy machine.
  private static let patience = Duration.seconds(60)
  /// For servers that never give one.
  private static let haste = Duration.milliseconds(200)

  private static func records(_ texts: String...) -> TextRecordAnswer {
    .records(texts.map { Array($0.utf8) })
  }

  @Test("records are read, their parts joined, and a missing name is no failure")
  func answers() async throws {
    let long = String(repeating: "x", count: 600)
    try await NameServer.run([
      "a.example.com": .texts(["one", "", long]), "b.example.com": .empty,
      "c.example.com": .stream([long, "two"]),
      "d.example.com": .wrongIDFirst(["right"]),
    ]) { server in
      let dns = SystemTextRecords(server: server.address)
      #expect(await dns.records(at: "a.example.com", within: Self.patience) == Self.records("one", "", long))
      #expect(await dns.records(at: "b.example.com", within: Self.patience) == .none)
      #expect(await dns.records(at: "c.example.com", within: Self.patience) == Self.records(long, "two"))
      #expect(await dns.records(at: "d.example.com", within: Self.patience) == Self.records("right"))
      #expect(await dns.records(at: "e.example.com", within: Self.patience) == .none)
      let questions = Set("abcde".map { "\($0).example.com 16" })
      #expect(server.questions == questions)
    }
  }

  // Fails when an answer without the question is not read.
  @Test("a server that refuses the option for larger answers by a header alone is asked without it")
  func withoutOptions() async throws {
    try await NameServer.run(["example.com": .withoutOptions(["one"])]) { server in
      let dns = SystemTextRecords(server: server.address)
      #expect(await dns.records(at: "example.com", within: Self.patience) == Self.records("one"))
      #expect(server.count == 2)
    }
  }

  static let bad: [NameServer.Reply] = [
    .silence, .silentStream, .begunStream(["x"]), .failure(2), .failure(5), .wrongID(["x"]),
    .otherName(["x"]), .cutOff(["x"]),
    .lying,
    .garbage([]), .garbage([0x81, 0x80]), .garbage(Array(repeating: 0xFF, count: 500)),
    .garbage([0x81, 0x80, 0, 1, 0xFF, 0xFF, 0, 0, 0, 0]),
    .stream(Array(repeating: String(repeating: "x", count: 250), count: 100)),
  ]

  @Test("a silent server and an unusable answer are no answer", arguments: bad)
  func unusable(reply: NameServer.Reply) async throws {
    try await NameServer.run(["example.com": reply]) { server in
      let dns = SystemTextRecords(server: server.address)
      #expect(await dns.records(at: "example.com", within: Self.haste) == .noAnswer)
    }
  }

  @Test("a closed port, an address that is none and no time are no answer")
  func unreachable() async throws {
    for address in [
      "127.0.0.1:1", "", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:x", "localhost:53", "[::1:53", "::1:53",
    ] {
      let dns = SystemTextRecords(server: address)
      #expect(await dns.records(at: "example.com", within: Self.haste) == .noAnswer, "\(address)")
    }
    try await NameServer.run(["example.com": .texts(["x"])]) { server in
      let dns = SystemTextRecords(server: server.address)
      #expect(await dns.records(at: "example.com", within: .zero) == .noAnswer)
      #expect(await dns.records(at: "example.com", within: .seconds(-1)) == .noAnswer)
      #expect(server.count == 0)
    }
  }

  @Test("an odd name is never asked for, even if nobody checked it before")
  func oddNames() async throws {
    try await NameServer.run([:]) { server in
      let dns = SystemTextRecords(server: server.address)
      for name in [
        "", ".", "a..b", ".a", "a.", "a b.com", "a/b.com", "é.com", "a\\.b",
        String(repeating: "a", count: 64) + ".com",
        String(repeating: "a.", count: 127) + "a",
      ] {
        #expect(await dns.records(at: name, within: Self.patience) == .noAnswer, "\(name)")
      }
      #expect(server.count == 0)
    }
  }

  @Test("past the number of questions under way, there is no answer at once")
  func bounded() async throws {
    try await NameServer.run(["example.com": .texts(["x"])]) { server in
      let dns = SystemTextRecords(server: server.address, maximumPending: 0)
      #expect(await dns.records(at: "example.com", within: Self.patience) == .noAnswer)
      #expect(server.count == 0)
    }
  }

  // MARK: Reports

  private static func report(
    _ sender: String, _ selector: String?, _ server: NameServer, within time: Duration = patience
  ) async throws -> SenderDomainReport {
    await SenderDomainReport(
      of: try #require(MailAddress(sender)), selector: selector,
      asking: SystemTextRecords(server: server.address),
      within: time)
  }

  @Test("a report has all three kinds, and asks the domains above for a policy")
  func report() async throws {
    let key = "v=DKIM1; p=" + String(repeating: "A", count: 216)
    try await NameServer.run([
      "mail.example.com": .texts(["v=spf1 -all"]),
      "_dmarc.example.com": .texts(["v=DMARC1; p=none; sp=reject"]),
      "s1._domainkey.mail.example.com": .texts([key]),
    ]) { server in
      let report = try await Self.report("noreply@Mail.Example.com", "S1", server)
      #expect(report.domain == "mail.example.com")
      #expect(
        report.hints == [
          SenderDomainHint(.spf, .spfStrict, at: "mail.example.com", records: ["v=spf1 -all"]),
          SenderDomainHint(
            .dmarc, .dmarcReject, at: "_dmarc.example.com", records: ["v=DMARC1; p=none; sp=reject"]),
          SenderDomainHint(.dkim, .dkimFound, at: "s1._domainkey.mail.example.com", records: [key]),
        ])
      let missing = try await Self.report("noreply@other.example.org", "s1", server)
      #expect(missing.hints.map(\.finding) == [.spfMissing, .dmarcMissing, .dkimMissing])
      #expect(missing.hints[1].name == "_dmarc.other.example.org")
    }
  }

  @Test("without a selector no key is looked up, and a domain that is none is not asked about")
  func leftOut() async throws {
    try await NameServer.run([:]) { server in
      let report = try await Self.report("noreply@example.com", nil, server)
      #expect(report.hints[2] == SenderDomainHint(.dkim, .dkimNotLookedUp))
      let asked = server.count
      for sender in ["noreply@localhost", "noreply@127.0.0.1"] {
        let report = try await Self.report(sender, "s1", server)
        #expect(report.hints.map(\.finding) == [.noDomain, .noDomain, .noDomain], "\(sender)")
      }
      #expect(server.count == asked)
    }
  }

  @Test("a server that does not answer about one kind leaves the others as they are")
  func partly() async throws {
    try await NameServer.run([
      "example.com": .texts(["v=spf1 -all"]), "_dmarc.example.com": .failure(2),
      "s._domainkey.example.com": .failure(2),
    ]) { server in
      let report = try await Self.report("noreply@example.com", "s", server)
      #expect(report.hints.map(\.finding) == [.spfStrict, .unanswered, .unanswered])
    }
  }
}
