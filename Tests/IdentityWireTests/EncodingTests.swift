import Testing

@testable import IdentityWire

@Suite("Base64URL, forms and JWTs")
struct EncodingTests {
  // MARK: Base64URL

  @Test("every byte string has one spelling, which is read back")
  func base64RoundTrip() {
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length &* 11) }
      let text = Base64URL.encode(bytes)
      #expect(Base64URL.decode(text) == bytes)
      #expect(text.utf8.count == (length * 8 + 5) / 6)
      #expect(!text.contains("=") && !text.contains("+") && !text.contains("/"))
    }
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
  }

  @Test(
    "another spelling is none",
    arguments: [
      "A", "AAAAA", "AA==", "AAA=", "AB", "AAB", "+_8", "//8", "AA AA", "AA\n", "ÄAAA", "A\u{301}AA", "AA.A",
    ])
  func base64Strictness(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test("of the spellings of one byte only the one without stray bits is read")
  func base64TrailingBits() {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    #expect(alphabet.count { Base64URL.decode("A\($0)") != nil } == 4)
    #expect(alphabet.count { Base64URL.decode("AA\($0)") != nil } == 16)
  }

  // MARK: Forms

  @Test("forms are read leniently and written strictly")
  func forms() {
    let cases: [(String, [(String, String)])] = [
      ("", []), ("&&", []), ("a=1&b=2", [("a", "1"), ("b", "2")]), ("a", [("a", "")]), ("=1", [("", "1")]),
      ("a=b=c", [("a", "b=c")]), ("a=%20+%2B", [("a", "  +")]), ("a=%C3%A9", [("a", "é")]),
      ("a=é", [("a", "é")]),
      ("a=%", [("a", "%")]), ("a=%4", [("a", "%4")]), ("a=%zz", [("a", "%zz")]), ("%61=1", [("a", "1")]),
      ("a=%26%3D", [("a", "&=")]), ("a=%00b", [("a", "b")]),
    ]
    for (text, pairs) in cases {
      let parsed = FormURLEncoded(parsing: text).pairs
      #expect(parsed.map(\.name) == pairs.map(\.0), "\(text)")
      #expect(parsed.map(\.value) == pairs.map(\.1), "\(text)")
    }
  }

  @Test("a separator that a combining mark follows separates all the same")
  func combiningMarks() {
    let form = FormURLEncoded(parsing: "a=\u{301}1&\u{301}b=2")
    #expect(form.pairs.count == 2)
    #expect(form.pairs.first?.name == "a")
  }

  @Test("every value survives writing and reading")
  func formRoundTrip() {
    let values = ["", "a b", "&=?#%+/\\", "é😀", "\"<>'", "\n\r\t", "%41", "a;b"]
    let form = FormURLEncoded(values.map { (name: "n&\($0)", value: $0) })
    #expect(FormURLEncoded(parsing: form.text) == form)
    #expect(form.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(FormURLEncoded.encode("AZaz09-._~ +") == "AZaz09-._~%20%2B")
  }

  @Test("of repeated parameters the last one counts, and their number is bounded")
  func repeated() {
    var form = FormURLEncoded(parsing: "a=1&b=2&a=3")
    #expect(form["a"] == "3")
    form["a"] = "4"
    #expect(form.pairs.map(\.name) == ["b", "a"])
    form["b"] = nil
    #expect(form.text == "a=4")
    let many = (0..<1_000).map { "k\($0)=v" }.joined(separator: "&")
    #expect(FormURLEncoded(parsing: many).pairs.count == 256)
    #expect(FormURLEncoded(parsing: many, maximumPairs: 3).pairs.map(\.name) == ["k0", "k1", "k2"])
  }

  // MARK: JWTs

  private func jwt(_ header: String, _ claims: String, _ signature: String = "AA") -> String {
    "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8)).\(signature)"
  }

  @Test("a JWT is taken apart without being believed")
  func takesApart() throws {
    let text = jwt(#"{"alg":"RS256","kid":"k"}"#, #"{"iss":"i","sub":"s","aud":["x","y"],"n":1}"#)
    let token = try UnverifiedJWT(text)
    #expect(token.algorithm == "RS256" && token.keyID == "k")
    #expect(token.issuer == "i" && token.subject == "s" && token.audiences == ["x", "y"])
    #expect(token.signature == [0])
    #expect(String(decoding: token.signingInput, as: UTF8.self) + ".AA" == text)
    #expect(try UnverifiedJWT(jwt("{}", #"{"aud":"x"}"#)).audiences == ["x"])
    #expect(try UnverifiedJWT(jwt("{}", #"{"aud":["x",1]}"#)).audiences == [])
    #expect(try UnverifiedJWT(jwt("{}", #"{"aud":1}"#)).audiences == [])
    #expect(try UnverifiedJWT(jwt("{}", "{}")).audiences == [])
    #expect(try UnverifiedJWT(jwt("{}", #"{"sub":1}"#)).subject == nil)
    #expect(try UnverifiedJWT(jwt(#"{"alg":"none"}"#, "{}", "")).signature == [])
  }

  @Test("what is no JWT")
  func malformed() {
    let good = jwt("{}", "{}")
    let cases = [
      "", ".", "..", "a.b.c", "e30.e30", good + ".AA", good + ".", good + "=", " " + good, good + "\n",
      "e30.W10.AA", "bnVsbA.e30.AA",
      "e30=.e30.AA", "e30.e30.A", "e30.e30.\u{301}AA", jwt("[]", "{}"), jwt("{", "{}"),
      jwt("{}", #"{"a":"\ud800"}"#),
      jwt("{}", String(repeating: "{\"a\":", count: 17) + "1" + String(repeating: "}", count: 17)),
    ]
    for text in cases {
      #expect(throws: UnverifiedJWT.Failure.malformed, "\(text)") { try UnverifiedJWT(text) }
      #expect(!UnverifiedJWT.looksLike(text))
    }
    #expect(UnverifiedJWT.looksLike(good))
  }

  @Test("size is looked at first")
  func size() {
    let frame = jwt("{}", "{}").utf8.count - 2
    #expect(throws: Never.self) {
      try UnverifiedJWT(jwt("{}", "{}", String(repeating: "A", count: UnverifiedJWT.maximumLength - frame)))
    }
    #expect(throws: UnverifiedJWT.Failure.tooLarge) {
      try UnverifiedJWT(String(repeating: "?", count: UnverifiedJWT.maximumLength + 1))
    }
  }
}
