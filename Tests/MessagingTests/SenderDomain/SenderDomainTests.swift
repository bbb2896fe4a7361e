import Testing

@testable import Messaging

@Suite("The names that the DNS is asked for")
struct SenderDomainTests {
  @Test(
    "a domain of the public DNS may be asked for",
    arguments: [
      "example.com", "a.b.example.co.uk", "xn--bcher-kva.example", "1and1.com", "7.com", "a-b.example.test",
    ])
  func domains(text: String) {
    #expect(SenderDomain(text)?.text == text)
    #expect(SenderDomain(text.uppercased())?.text == text)
  }

  static let odd: [String] = [
    "", ".", "com", "localhost", "example.com.", ".example.com", "a..com", "127.0.0.1", "10.1", "1.2.3.0x7f",
    "::1", "[::1]", "[127.0.0.1]", "-a.com", "a-.com", "a_b.com", "_dmarc.com", "a b.com", "a\0b.com",
    "a\\.b.com",
    "a.com\n", "a.com/x", "a.com:53", "é.com", "ａ.com", "a.localhost", "mail.local", "x.onion", "x.invalid",
    "metadata.google.internal", "10.in-addr.arpa", "nas.home.arpa", "dc.corp", "a.lan", "a.HOME",
    String(repeating: "a", count: 64) + ".com",
    String(repeating: "a.", count: 126) + "com",
  ]

  @Test("anything else may not", arguments: odd)
  func oddDomains(text: String) { #expect(SenderDomain(text) == nil) }

  @Test("a name is no longer than 253 bytes, also with what is before the domain")
  func lengths() throws {
    let labels = Array(repeating: String(repeating: "a", count: 49), count: 5).joined(separator: ".")
    let longest = try #require(SenderDomain(labels + ".co"))
    #expect(longest.text.utf8.count == 252)
    #expect(longest.policyName == nil && longest.keyName("s") == nil)
    #expect(SenderDomain(labels + ".coms") == nil)
  }

  @Test("the domains above are asked for in order, few of a long name, and never a single label")
  func parents() throws {
    let short = try #require(SenderDomain("mail.example.co.uk"))
    #expect(short.policyDomains.map(\.text) == ["mail.example.co.uk", "example.co.uk", "co.uk"])
    let long = try #require(SenderDomain(String(repeating: "a.", count: 100) + "example.com"))
    #expect(long.policyDomains.count == SenderDomain.maximumPolicyNames)
    #expect(long.policyDomains.first == long && long.policyDomains.last?.text == "example.com")
  }

  @Test("a selector is a few labels")
  func selectors() {
    for text in ["s1", "mail2026", "a.b", "_x", "S_1-a"] { #expect(SenderDomain.isSelector(text), "\(text)") }
    for text in [
      "", ".", "a.", ".a", "a..b", "-a", "a-", "a b", "a/b", "a\0", "é", "a.b.c.d.e", "a\n", "*",
      String(repeating: "a", count: 64),
    ] { #expect(!SenderDomain.isSelector(text), "\(text)") }
  }
}
