import Testing

@testable import Messaging

@Suite("The records about mail of a sender's domain")
struct SenderDomainRecordTests {
  private static func answer(_ texts: [String]) -> TextRecordAnswer { .records(texts.map { Array($0.utf8) }) }

  // MARK: SPF

  static let spfCases: [(texts: [String], SenderDomainFinding)] = [
    (["v=spf1 include:_spf.example.net -all"], .spfStrict), (["V=SPF1 mx ~ALL"], .spfSoft),
    (["site-verification=1", "v=spf1 -all"], .spfStrict), (["v=spf1 -all +all"], .spfStrict),
    (
      [
        "v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 a/24 a:x.example/24 mx:y.example exists:%{i}.z.example exp=e.example -all"
      ],
      .spfStrict
    ),
    ([], .spfMissing), (["site-verification=1"], .spfMissing), (["v=spf10 -all"], .spfMissing),
    (["v=spf1 -all", "v=spf1 ~all"], .spfSeveral), (["v=spf1 -all", "v=spf1 -all"], .spfSeveral),
    (["v=spf1 all"], .spfAllowsAll), (["v=spf1 +all"], .spfAllowsAll),
    (["v=spf1"], .spfOpenEnded), (["v=spf1 mx"], .spfOpenEnded), (["v=spf1 ?all"], .spfOpenEnded),
    (["v=spf1 redirect=_spf.example.net"], .spfRedirect), (["v=spf1 redirect=x.example ~all"], .spfSoft),
    (["v=spf1 all=x -all"], .spfStrict),
    (["v=spf1 ip:192.0.2.1 -all"], .spfMalformed), (["v=spf1 include: -all"], .spfMalformed),
    (["v=spf1 include -all"], .spfMalformed), (["v=spf1 -all:x"], .spfMalformed),
    (["v=spf1 = -all"], .spfMalformed),
    (["v=spf1 \(String(repeating: "a ", count: 10))-all"], .spfStrict),
    (["v=spf1 \(String(repeating: "a ", count: 11))-all"], .spfTooManyLookups),
  ]

  @Test("an SPF record is read as RFC 7208 has it", arguments: spfCases)
  func spf(texts: [String], finding: SenderDomainFinding) {
    #expect(SPFRecord.hint(Self.answer(texts), at: "example.com").finding == finding)
  }

  // MARK: DMARC

  static let dmarcCases: [(texts: [String], SenderDomainFinding?)] = [
    (["v=DMARC1; p=none"], .dmarcNone), (["v=DMARC1;p=quarantine;"], .dmarcQuarantine),
    (["v = DMARC1 ; p = Reject ; rua=mailto:d@example.com;;"], .dmarcReject),
    (["v=DMARC1; p=reject; sp=none"], .dmarcReject), (["other", "v=DMARC1; p=none"], .dmarcNone),
    ([], nil), (["other"], nil), (["p=none; v=DMARC1"], nil), (["v=DMARC10; p=none"], nil),
    (["v=DMARC1"], .dmarcMalformed), (["v=DMARC1; p="], .dmarcMalformed),
    (["v=DMARC1; p=drop"], .dmarcMalformed),
    (["v=DMARC1; p=none; p=reject"], .dmarcMalformed), (["v=DMARC1; none"], .dmarcMalformed),
    (["v=DMARC1; p=none", "v=DMARC1; p=none"], .dmarcSeveral),
  ]

  @Test("a DMARC record is read as RFC 7489 has it", arguments: dmarcCases)
  func dmarc(texts: [String], finding: SenderDomainFinding?) {
    let hint = DMARCRecord.hint(Self.answer(texts), at: "_dmarc.example.com", isParent: false)
    #expect(hint?.finding == finding)
  }

  @Test("the record of a domain above may have another policy for those below")
  func subdomains() {
    func finding(_ text: String) -> SenderDomainFinding? {
      DMARCRecord.hint(Self.answer([text]), at: "_dmarc.example.com", isParent: true)?.finding
    }
    #expect(finding("v=DMARC1; p=none; sp=reject") == .dmarcReject)
    #expect(finding("v=DMARC1; p=reject") == .dmarcReject)
    #expect(finding("v=DMARC1; p=reject; sp=x") == .dmarcMalformed)
  }

  // MARK: DKIM

  private static let key = String(repeating: "A", count: 216)

  static let dkimCases: [(texts: [String], SenderDomainFinding)] = [
    (["v=DKIM1; k=rsa; p=\(key)"], .dkimFound), (["p=\(key)"], .dkimFound),
    (["v=DKIM1; p=\(key.prefix(100)) \(key.dropFirst(100));"], .dkimFound),
    (["k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="], .dkimFound),
    (["v=DKIM1; p="], .dkimRevoked), (["v=DKIM1; t=s : y; p=\(key)"], .dkimTesting),
    (["v=DKIM1; p=\(key.prefix(120))"], .dkimShort),
    (["v=DKIM1; k=rsa"], .dkimMalformed), (["k=rsa; v=DKIM1; p=\(key)"], .dkimMalformed),
    (["v=DKIM2; p=\(key)"], .dkimMalformed), (["v=DKIM1; k=dsa; p=\(key)"], .dkimMalformed),
    (["p=\(key); p=\(key)"], .dkimMalformed), (["p=!"], .dkimMalformed), (["hello"], .dkimMalformed),
    (["k=ed25519; p=AAAA"], .dkimMalformed), (["p=\(key)", "p=\(key)"], .dkimSeveral),
  ]

  @Test("a DKIM key is read as RFC 6376 has it", arguments: dkimCases)
  func dkim(texts: [String], finding: SenderDomainFinding) {
    #expect(DKIMKeyRecord.hint(Self.answer(texts), at: "s._domainkey.example.com").finding == finding)
  }

  // MARK: Both

  @Test("no answer is neither a record nor a missing one")
  func unanswered() {
    #expect(SPFRecord.hint(.noAnswer, at: "x").finding == .unanswered)
    #expect(DMARCRecord.hint(.noAnswer, at: "x", isParent: true)?.finding == .unanswered)
    #expect(DKIMKeyRecord.hint(.noAnswer, at: "x").finding == .unanswered)
    #expect(SPFRecord.hint(.none, at: "x").finding == .spfMissing)
    #expect(DMARCRecord.hint(.none, at: "x", isParent: true) == nil)
    #expect(DKIMKeyRecord.hint(.none, at: "x").finding == .dkimMissing)
  }

  @Test("a record is shown in printable ASCII, up to 300 bytes, and no more than three of them")
  func shown() {
    let odd = SPFRecord.hint(.records([Array("v=spf1 \u{1B}[31m\u{202E}\u{0}\n<b> -all".utf8)]), at: "x")
    #expect(odd.records == ["v=spf1 ?[31m?????<b> -all"])
    let long = "v=spf1 " + String(repeating: "ip4:192.0.2.1 ", count: 100) + "-all"
    let hint = SPFRecord.hint(Self.answer([long]), at: "x")
    #expect(hint.finding == .spfStrict)
    #expect(hint.records == [String(long.prefix(300)) + "…"])
    #expect(SPFRecord.hint(Self.answer(Array(repeating: long, count: 9)), at: "x").records.count == 3)
    let others = SPFRecord.hint(Self.answer(["internal-secret", "v=spf1 -all"]), at: "x")
    #expect(others.records == ["v=spf1 -all"])
    let key = DKIMKeyRecord.hint(Self.answer(["internal-secret", "v=DKIM1; p="]), at: "x")
    #expect(key.finding == .dkimSeveral && key.records == ["v=DKIM1; p="])
    let wildcard = DKIMKeyRecord.hint(Self.answer(["internal-secret"]), at: "x")
    #expect(wildcard.finding == .dkimMalformed && wildcard.records == [])
  }

  @Test("every finding has a level, and those of a level are as bad as it says")
  func levels() {
    let found = SenderDomainFinding.allCases.filter { $0.level == .found }
    #expect(
      found == [
        .spfStrict, .spfSoft, .spfRedirect, .dmarcReject, .dmarcQuarantine, .dmarcNone, .dkimFound,
      ])
    let unanswered = SenderDomainFinding.allCases.filter { $0.level == .unanswered }
    #expect(unanswered == [.unanswered])
    let notLookedUp = SenderDomainFinding.allCases.filter { $0.level == .notLookedUp }
    #expect(notLookedUp == [.dkimNotLookedUp, .noDomain])
  }
}
