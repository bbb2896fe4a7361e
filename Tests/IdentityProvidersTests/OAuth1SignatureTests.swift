import Foundation
import Identity
import IdentityWire
import Testing

@testable import IdentityProviders

@Suite("Signatures of OAuth 1.0a")
struct OAuth1SignatureTests {
  private static let client = OAuth1Token(token: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44")

  private static func authorization(
    token: OAuth1Token? = nil, callback: String? = nil, verifier: String? = nil
  ) -> OAuth1Authorization {
    OAuth1Authorization(client: client, token: token, callback: callback, verifier: verifier)
  }

  // MARK: RFC 5849 section 1.2

  /// The section's requests name no `oauth_version`.
  private static func signature(
    _ method: String, _ url: String, _ parameters: [(name: String, value: String)], tokenSecret: String = ""
  ) -> String? {
    let all =
      [
        ("oauth_consumer_key", client.token), ("oauth_signature_method", "HMAC-SHA1"),
      ] + parameters
    return OAuth1Signature(method, url, parameters: all)?
      .text(clientSecret: client.secret, tokenSecret: tokenSecret)
  }

  @Test("temporary credentials are asked for with the signature of section 1.2")
  func temporaryCredentials() {
    #expect(
      Self.signature(
        "POST", "https://photos.example.net/initiate",
        [
          ("oauth_timestamp", "137131200"), ("oauth_nonce", "wIjqoS"),
          ("oauth_callback", "http://printer.example.com/ready"),
        ]) == "74KNZJeDHnMBp0EMJ9ZHt/XKycU=")
  }

  @Test("token credentials are asked for with the signature of section 1.2")
  func tokenCredentials() {
    #expect(
      Self.signature(
        "POST", "https://photos.example.net/token",
        [
          ("oauth_token", "hh5s93j4hdidpola"), ("oauth_timestamp", "137131201"), ("oauth_nonce", "walatlh"),
          ("oauth_verifier", "hfdp7dh39dks9884"),
        ], tokenSecret: "hdhd0244k9j7ao03") == "gKgrFCywp7rO0OXSjdot/IHF7IU=")
  }

  @Test("a resource is asked for with the signature of section 1.2, its query signed too")
  func resource() {
    let parameters = [
      ("oauth_token", "nnch734d00sl2jdk"), ("oauth_timestamp", "137131202"), ("oauth_nonce", "chapoH"),
    ]
    let secret = "pfkkdhi9sl3r4s00"
    #expect(
      Self.signature(
        "GET", "http://photos.example.net/photos?file=vacation.jpg&size=original", parameters,
        tokenSecret: secret) == "MdpQcU8iPSUjWoN/UDMsK2sui9I=")
    #expect(
      Self.signature(
        "GET", "http://photos.example.net/photos?file=vacation.jpg&size=small", parameters,
        tokenSecret: secret) != "MdpQcU8iPSUjWoN/UDMsK2sui9I=")
  }

  // MARK: Section 3.4.1

  /// The request of section 3.4.1.1, whose parameters come by query, header and form.
  private static let example = OAuth1Signature(
    "post", "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
    parameters: [
      ("oauth_consumer_key", "9djdj82h48djs9d2"), ("oauth_token", "kkk9d7dh3k39sjv7"),
      ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "137131201"),
      ("oauth_nonce", "7d8f3e4a"), ("c2", ""), ("a3", "2 q"),
    ])

  @Test("the base string is that of section 3.4.1.1")
  func baseString() {
    #expect(
      Self.example?.baseString
        == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da"
        + "%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2"
        + "%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201"
        + "%26oauth_token%3Dkkk9d7dh3k39sjv7")
  }

  @Test("its signature is that of the RFC's erratum")
  func signatureOfExample() {
    #expect(
      Self.example?.text(clientSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9")
        == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
  }

  struct Address: Sendable, CustomTestStringConvertible {
    var given: String
    var signed: String?
    var testDescription: String { given }
  }

  @Test(
    "the base string has the address without the scheme's own port, query and fragment (section 3.4.1.2)",
    arguments: [
      Address(given: "HTTP://EXAMPLE.COM:80/r%20v/X?id=123", signed: "http://example.com/r%20v/X"),
      Address(given: "https://www.example.net:8080/?q=1", signed: "https://www.example.net:8080/"),
      Address(given: "https://example.com:443", signed: "https://example.com/"),
      Address(given: "https://example.com:80/a#b", signed: "https://example.com:80/a"),
      Address(given: "http://example.com:443/", signed: "http://example.com:443/"),
      Address(given: "ftp://example.com/", signed: nil), Address(given: "/request", signed: nil),
      Address(given: "", signed: nil),
    ])
  func address(_ address: Address) {
    let base = OAuth1Signature("GET", address.given, parameters: [])?.baseString
    let signed = base?.split(separator: "&", omittingEmptySubsequences: false).dropFirst().first
    #expect(signed.flatMap { String($0).removingPercentEncoding } == address.signed)
  }

  // MARK: Section 3.4.1.3.2

  struct Normal: Sendable, CustomTestStringConvertible {
    var pairs: [(name: String, value: String)]
    var normal: String
    var testDescription: String { normal }
  }

  @Test(
    "parameters are encoded, then sorted by name and by value",
    arguments: [
      Normal(pairs: [], normal: ""),
      Normal(pairs: [("b", "2"), ("a", "1")], normal: "a=1&b=2"),
      Normal(pairs: [("a", "b"), ("a", "a"), ("a", "b")], normal: "a=a&a=b&a=b"),
      Normal(pairs: [("a", "x"), ("a", ""), ("", "v")], normal: "=v&a=&a=x"),
      // "%" sorts before letters and digits, "~" behind them, capitals before small letters.
      Normal(pairs: [("a~", "1"), ("aZ", "2"), ("aa", "3"), ("a b", "4")], normal: "a%20b=4&aZ=2&aa=3&a~=1"),
      // Among equal names the value decides; a longer name comes after its own beginning.
      Normal(pairs: [("ab", "1"), ("a", "2")], normal: "a=2&ab=1"),
      Normal(pairs: [("a", "-._~"), ("a", "+*'()!")], normal: "a=%2B%2A%27%28%29%21&a=-._~"),
    ])
  func normalization(_ normal: Normal) {
    #expect(OAuth1Signature.normalized(normal.pairs) == normal.normal)
  }

  @Test(
    "text is encoded by its UTF-8, with capital digits (section 3.6)",
    arguments: [
      ("☃", "%E2%98%83"), ("e\u{301}", "e%CC%81"), ("é", "%C3%A9"),
      ("👩‍💻", "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"),
      ("a+b c", "a%2Bb%20c"), ("%41", "%2541"),
    ])
  func encoding(_ text: String, _ encoded: String) {
    #expect(OAuth1Signature.normalized([(text, text)]) == "\(encoded)=\(encoded)")
  }

  @Test("a separator in a secret is encoded in the key")
  func secrets() throws {
    let signature = try #require(OAuth1Signature("GET", "https://example.com/", parameters: []))
    #expect(
      signature.text(clientSecret: "a&b", tokenSecret: "c")
        != signature.text(
          clientSecret: "a", tokenSecret: "b&c"))
  }

  // MARK: The header

  @Test("the header says all that was signed, encoded, and the same each time for the same stamp")
  func header() throws {
    let stamp = OAuth1Stamp(nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: 1_318_622_958)
    let header = try #require(
      Self.authorization(callback: "https://a.example/?state=x&y=é").header(
        "POST", "https://api.twitter.com/oauth/request_token", stamp))
    #expect(
      header.hasPrefix(
        "OAuth oauth_callback=\"https%3A%2F%2Fa.example%2F%3Fstate%3Dx%26y%3D%C3%A9\", "
          + "oauth_consumer_key=\"dpf43f3p2l4k3l03\", "
          + "oauth_nonce=\"kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg\", oauth_signature_method=\"HMAC-SHA1\", "
          + "oauth_timestamp=\"1318622958\", oauth_version=\"1.0\", oauth_signature=\""))
    #expect(!header.contains("kd94hf93k423kf44") && !header.contains("\n"))
    let again = Self.authorization(callback: "https://a.example/?state=x&y=é").header(
      "POST", "https://api.twitter.com/oauth/request_token", stamp)
    #expect(again == header)
    #expect(Self.authorization().header("POST", "not a URL", stamp) == nil)
  }

  @Test("a stamp is of the moment, and its nonce is letters and digits")
  func stamp() {
    let stamp = OAuth1Stamp(now: Instant(seconds: 42), random: SeededRandom(seed: 1))
    #expect(stamp.timestamp == 42 && stamp.nonce.utf8.count == 32)
    #expect(stamp.nonce.utf8.allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 | 32 >= 97 && $0 | 32 <= 122) })
    #expect(OAuth1Stamp(now: Instant(seconds: 42), random: SeededRandom(seed: 2)).nonce != stamp.nonce)
  }

  @Test(
    "tokens and secrets that no server has are refused",
    arguments: ["", " ", "a b", "a\n", "ä", String(repeating: "a", count: 1_025)])
  func tokens(_ text: String) {
    #expect(OAuth1Token(text, secret: "s") == nil)
    #expect(OAuth1Token("t", secret: text) == nil)
    #expect(OAuth1Token("t", secret: nil) == nil && OAuth1Token(nil, secret: "s") == nil)
  }
}
