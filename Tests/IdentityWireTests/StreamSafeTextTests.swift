import Foundation
import Testing

@testable import IdentityWire

@Suite("Stream-safe text")
struct StreamSafeTextTests {
  private static func isNonStarter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered
  }

  private static func decomposition(_ text: String) -> [Unicode.Scalar] {
    Array(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
  }

  /// UAX15-D3, word for word.
  private static func isStreamSafe(_ text: String) -> Bool {
    var longest = 0
    var length = 0
    for scalar in decomposition(text) {
      length = isNonStarter(scalar) ? length + 1 : 0
      longest = max(longest, length)
    }
    return longest <= 30
  }

  private static func marks(_ count: Int) -> String {
    String((0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" as Character : "\u{316}" })
  }

  /// All but unified ideographs and Hangul syllables, whose decompositions have no non-starters, and planes without
  /// characters.
  private static let scalars = [
    0...0x33FF, 0xA000...0xABFF, 0xD7B0...0x1FFFF, 0x2F800...0x2FFFF, 0xE0000...0xE0FFF,
  ]
  .flatMap { $0.compactMap { Unicode.Scalar(UInt32($0)) } }

  @Test("a run may have 30 non-starters of the decomposition, whatever character begins it or is in it")
  func boundaries() {
    for scalar in Self.scalars {
      let parts = Self.decomposition(String(scalar))
      guard parts.count > 1 || parts.contains(where: Self.isNonStarter) || Self.isNonStarter(scalar) else {
        continue
      }
      for count in 26...31 {
        for text in [
          "\(scalar)\(Self.marks(count))", "a\(Self.marks(count))\(scalar)",
          "a\(Self.marks(count / 2))\(scalar)\(Self.marks(count - count / 2))b",
        ] {
          let place = "U+\(String(scalar.value, radix: 16)) and \(count)"
          #expect(StreamSafeText.accepts(text) == Self.isStreamSafe(text), "\(place)")
        }
      }
    }
  }

  @Test("what the counting relies on is so in the Unicode data of this machine")
  func assumptions() {
    var imitations: [UInt32] = []
    for scalar in Self.scalars {
      let parts = Self.decomposition(String(scalar))
      let place = "U+\(String(scalar.value, radix: 16))"
      if !parts.allSatisfy(Self.isNonStarter) {
        #expect(parts.first.map(Self.isNonStarter) == false, "\(place) begins with a non-starter")
        #expect(parts.reversed().prefix(while: Self.isNonStarter).count <= 3, "\(place)")
      }
      if !scalar.isASCII, String(scalar).decomposedStringWithCanonicalMapping.utf8.allSatisfy({ $0 < 0x80 }) {
        imitations.append(scalar.value)
      }
    }
    #expect(imitations == [0x37E, 0x1FEF, 0x212A])
  }

  @Test("texts of all kinds are counted as the definition counts them")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let pieces =
      [
        "a", "e\u{301}", "\u{1F82}", "\u{344}", "\u{F73}", "\u{FF9E}", "\u{AC01}", "\u{1100}", "\u{FDFA}",
        "\u{34F}",
      ]
      + (1...12).map(Self.marks)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }.joined()
      #expect(StreamSafeText.accepts(text) == Self.isStreamSafe(text), "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("writing systems, emoji, syllables and line ends are accepted at any length")
  func ordinary() {
    for unit in [
      "plain ", "caf\u{E9} ", "cafe\u{301} ", "日本語", "Tiếng Việt ", "\u{1100}\u{1161}\u{11A8}", "\u{1100}",
      "\u{1F468}\u{200D}", "\u{1F1E6}", "\r\n", "\u{915}\u{94D}", "שָׁלוֹם ", "a" + Self.marks(30),
      Self.marks(30) + "\u{34F}",
    ] {
      #expect(StreamSafeText.accepts(String(repeating: unit, count: 500)), "\(unit)")
    }
  }

  @Test("bytes become text if they are UTF-8 and stream-safe")
  func decoding() {
    #expect(StreamSafeText.decode("é".utf8) == "é")
    #expect(StreamSafeText.decode([0xFF]) == nil)
    #expect(StreamSafeText.decode(("a" + Self.marks(30)).utf8) == "a" + Self.marks(30))
    #expect(StreamSafeText.decode(("a" + Self.marks(31)).utf8) == nil)
    #expect(StreamSafeText.decode(String(repeating: "\u{344}", count: 16).utf8) == nil)
  }

  @Test("a text is cut by bytes and between scalars")
  func prefixes() {
    #expect("abc".prefix(utf8Bytes: 3) == "abc" && "abc".prefix(utf8Bytes: 2) == "ab")
    #expect("aé".prefix(utf8Bytes: 2) == "a" && "aé".prefix(utf8Bytes: 3) == "aé")
    #expect("😀😀".prefix(utf8Bytes: 7) == "😀" && "😀".prefix(utf8Bytes: 3).isEmpty)
    let cluster = "a" + Self.marks(200)
    #expect(cluster.count == 1 && cluster.prefix(utf8Bytes: 10).utf8.count == 9)
  }
}

@Suite("Names of members")
struct MemberNameTests {
  private static let marks = String(repeating: "\u{301}\u{316}", count: 16)

  private func parse(_ text: String, _ costlyText: JSONParser.CostlyText = .refused) throws -> JSONValue {
    try JSONParser(costlyText: costlyText).parse(text)
  }

  @Test("text that is not stream-safe is refused as name and as value, or left out of others' documents")
  func costlyText() throws {
    for text in [
      #"{"a\#(Self.marks)":1,"b":2}"#, #"{"a":"x\#(Self.marks)","b":2}"#, #"{"c":["\#(Self.marks)"],"b":2}"#,
      #"{"a":"x"# + String(repeating: #"\u0301"#, count: 31) + #"","b":2}"#,
    ] {
      #expect(throws: JSONParser.Failure.self) { try parse(text) }
      let rest = try parse(text, .dropped)
      #expect(
        rest["b"] == 2 && rest["a"]?.stringValue == nil && rest["c"]?.arrayValue?.first?.stringValue == nil)
    }
    #expect(try parse(#"{"a":"good","a":"\#(Self.marks)"}"#, .dropped) == ["a": .null])
    #expect(throws: JSONParser.Failure.self) {
      try JSONParser(costlyText: .dropped).parse([0x22, 0xFF, 0x22])
    }
  }

  @Test("a name has a bound, and an object one for its members")
  func bounds() throws {
    let name = String(repeating: "n", count: MemberName.maximumLength)
    #expect(try parse("{\"\(name)\":1}")[name] == 1)
    #expect(throws: JSONParser.Failure.self) { try parse("{\"\(name)n\":1}") }
    #expect(try parse("{\"\(name)n\":1,\"b\":2}", .dropped) == ["b": 2])
    var parser = JSONParser()
    parser.maximumMembers = 2
    #expect(try parser.parse(#"{"a":1,"b":2,"a":3,"b":[{"c":4}],"\u0061":5}"#) == ["a": 5, "b": [["c": 4]]])
    #expect(throws: JSONParser.Failure.self) { try parser.parse(#"{"a":1,"b":2,"a":3,"b":4,"c":5}"#) }
    #expect(throws: JSONParser.Failure.self) { try parser.parse(#"{"a":1,"b":2,"c":3}"#) }
  }

  @Test("names are the same only if their bytes are")
  func bytes() throws {
    #expect(throws: JSONParser.Failure.self) { try parse("{\"e\u{301}\":1,\"\u{E9}\":2}") }
    #expect(try parse("{\"e\u{301}\":1,\"\u{E9}\":2}", .dropped) == ["e\u{301}": 1])
    #expect(try parse("{\"\u{E9}\":1,\"\u{E9}\":2}") == ["\u{E9}": 2])
    // The Kelvin sign.
    #expect(throws: JSONParser.Failure.self) { try parse("{\"api\u{212A}ey\":1}") }
    #expect(try parse("{\"api\u{212A}ey\":1}", .dropped)["apiKey"] == nil)
    #expect(FormURLEncoded(parsing: "api%E2%84%AAey=1")["apiKey"] == nil)
    #expect(FormURLEncoded(parsing: "e%CC%81=1&%C3%A9=2")["e\u{301}"] == "1")
  }

  @Test("an enumeration's words are the same only if their bytes are")
  func words() throws {
    struct Message: Decodable { var word: Word }
    enum Word: String, WireEnum { case kelvin = "KELVIN" }
    #expect(try WireDecoder().decode(Message.self, from: ["word": "KELVIN"]).word == .kelvin)
    #expect(throws: MessageFault.self) {
      try WireDecoder().decode(Message.self, from: ["word": "\u{212A}ELVIN"])
    }
  }

  @Test("any text of a password's length is a password, where one is expected")
  func passwords() throws {
    let password = "x" + Self.marks
    var parser = JSONParser()
    parser.takesPasswords = true
    let form = FormURLEncoded([("a", "1"), ("newPassword", password)]).text
    #expect(FormURLEncoded(parsing: form)["newPassword"] == password)
    #expect(try parser.parse(#"{"password":"\#(password)"}"#) == ["password": .string(password)])
    let long = String(repeating: password, count: 70)
    for text in [
      #"{"passwords":"\#(password)"}"#, #"{"a":{"password":"\#(password)"}}"#,
      #"{"password":["\#(password)"]}"#,
      #"{"password":"\#(long)"}"#,
    ] {
      #expect(throws: JSONParser.Failure.self) { try parser.parse(text) }
    }
    #expect(FormURLEncoded(parsing: FormURLEncoded([("password", long)]).text).lacksPairs)
  }

  @Test("a form leaves costly pairs out, or is refused for them")
  func forms() throws {
    let form = FormURLEncoded(
      parsing: FormURLEncoded([("a", "1"), ("b", Self.marks), (Self.marks, "3")]).text)
    #expect(form.text == "a=1" && form.lacksPairs)
    #expect(throws: WireError.self) { try form.whole() }
    #expect(try FormURLEncoded(parsing: "a=1&b=2").whole().pairs.count == 2)
  }
}
