import Testing

@testable import WebAuthn

@Suite("RP IDs and origins")
struct RelyingPartyTests {
  @Test(
    "A domain in lower case is an RP ID",
    arguments: ["example.com", "localhost", "xn--mnchen-3ya.de", "a-b.c1"])
  func domains(_ text: String) { #expect(RelyingPartyID(text) != nil) }

  @Test(
    "Nothing else is",
    arguments: [
      "", "Example.com", "example.com.", ".example.com", "a..b", "example.com:443", "https://example.com",
      "127.0.0.1",
      "[::1]", "1.2.3", "0x7f.1", "a.0x7f", "-a.com", "a-.com", "a_b.com", "ex ample.com", "münchen.de",
      String(repeating: "a", count: 64) + ".com", String(repeating: "a.", count: 127) + "com",
    ])
  func noDomains(_ text: String) { #expect(RelyingPartyID(text) == nil) }

  @Test("An RP ID covers its own host and those below it, but for localhost")
  func coverage() throws {
    let id = try #require(RelyingPartyID("example.com"))
    #expect(id.covers(host: "example.com"))
    #expect(id.covers(host: "www.example.com"))
    #expect(!id.covers(host: "badexample.com"))
    #expect(!id.covers(host: ".example.com"))
    #expect(!id.covers(host: "example.com.evil"))
    let local = try #require(RelyingPartyID("localhost"))
    #expect(local.covers(host: "localhost"))
    #expect(!local.covers(host: "app.localhost"))
  }

  @Test(
    "Sites and Android apps are origins",
    arguments: [
      "https://example.com", "https://example.com:8443", "http://localhost:3000", "http://localhost",
      "http://app.localhost:8044",
      "android:apk-key-hash:kYiTAiGVvUsA2-U-jYRrWmuTMCL6aIA2Ocl0Zn_C9Rs",
    ])
  func origins(_ text: String) { #expect(PasskeyOrigin(text)?.rawValue == text) }

  @Test(
    "Nothing else is",
    arguments: [
      "", "https://", "https://example.com/", "https://example.com/a", "https://example.com:443",
      "http://localhost:80",
      "https://Example.com", "HTTPS://example.com", "http://example.com", "https://127.0.0.1",
      "https://[::1]:3000",
      "https://user@example.com", "https://example.com:0443", "https://example.com:70000",
      "https://example.com:",
      "android:apk-key-hash:abc", "ios:bundle-id:com.example", "null", "https://*.example.com",
    ])
  func noOrigins(_ text: String) { #expect(PasskeyOrigin(text) == nil) }
}
