import Testing

@testable import IdentityWire

@Suite("JSON parser")
struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONParser().parse(text) }

  @Test("what RFC 8259 allows")
  func valid() throws {
    let cases: [(String, JSONValue)] = [
      ("null", .null), (" true\n", true), ("\t\r\n false ", false), ("0", 0), ("-0", 0), ("42", 42),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1.5", 1.5), ("-0.0", .double(-0.0)),
      ("1e2", .double(100)), ("1E+2", .double(100)), ("1e-2", .double(0.01)), ("\"\"", ""), ("[]", []),
      ("{}", [:]),
      ("[1,[2,{\"a\":[]}]]", [1, [2, ["a": []]]]), ("{\"\":1}", ["": 1]),
      ("{ \"a\" : 1 , \"b\" : null }", ["a": 1, "b": .null]),
    ]
    for (text, value) in cases { #expect(try parse(text) == value, "\(text)") }
  }

  @Test(
    "what RFC 8259 does not allow",
    arguments: [
      "", " ", "nul", "True", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1",
      "1_0", "--1",
      "[", "[1", "[1,", "[1,]", "[,]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
      "{\"a\":1,}", "{a:1}",
      "{'a':1}", "{\"a\" 1}", "{1:1}", "{\"a\":1 \"b\":2}", "\"", "\"a", "'a'", "\"\\\"", "\"\\x\"",
      "\"\\u12\"",
      "\"\\u12G4\"", "\"\\u\"", "\"a\nb\"", "\"a\tb\"", "\"\u{1F}\"", "1 2", "{}{}", "[]]", "null,",
      "// c\n1", "1 /* c */",
      "\u{FEFF}1", "\u{A0}1", "1e999", "-1e999",
    ])
  func invalid(text: String) {
    #expect(throws: JSONParser.Failure.self) { try parse(text) }
  }

  @Test("escapes, and pairs of surrogates alone")
  func escapes() throws {
    #expect(try parse(#""\"\\\/\b\f\n\r\t""#) == .string("\"\\/\u{8}\u{C}\n\r\t"))
    #expect(try parse(#""\u00e9\u20AC""#) == "é€")
    #expect(try parse(#""\ud83d\ude00""#) == "😀")
    #expect(try parse(#""\uD83D\uDE00x""#) == "😀x")
    #expect(try parse(#""\u007f\u2028""#) == "\u{7F}\u{2028}")
    for text in [
      #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\ud83d""#,
      #""\ud83d\"#,
      #""\ude00\ud83d""#,
    ] {
      #expect(throws: JSONParser.Failure.self, "\(text)") { try parse(text) }
    }
  }

  @Test("no text holds the null character")
  func nullCharacter() {
    for text in [#""\u0000""#, #"{"a\u0000b":1}"#, "\"\u{0}\""] {
      #expect(throws: JSONParser.Failure.self) { try parse(text) }
    }
  }

  @Test("bytes that are not UTF-8 are refused, in texts and around them")
  func encoding() throws {
    let quote = UInt8(ascii: "\"")
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] {
      #expect(throws: JSONParser.Failure.self) { try JSONParser().parse([quote] + bytes + [quote]) }
      #expect(throws: JSONParser.Failure.self) {
        try JSONParser().parse([quote, UInt8(ascii: "\\"), UInt8(ascii: "n")] + bytes + [quote])
      }
      #expect(throws: JSONParser.Failure.self) { try JSONParser().parse(bytes) }
    }
    #expect(try JSONParser().parse([quote, 0xF0, 0x9F, 0x98, 0x80, quote]) == "😀")
  }

  @Test("of duplicate keys the last one counts, also when one is written with escapes")
  func duplicateKeys() throws {
    #expect(try parse(#"{"a":1,"a":2}"#) == ["a": 2])
    #expect(try parse(#"{"a":1,"\u0061":2}"#) == ["a": 2])
  }

  @Test("depth is bounded exactly, for arrays, objects and both")
  func depth() throws {
    let parser = JSONParser(maximumDepth: 5)
    func nested(_ count: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      #expect(throws: Never.self) { try parser.parse(nested(5, open, close)) }
      #expect(throws: JSONParser.Failure.self) { try parser.parse(nested(6, open, close)) }
    }
    // No stack is used up before the refusal.
    #expect(throws: JSONParser.Failure.self) {
      try JSONParser().parse(String(repeating: "[", count: 1_000_000))
    }
    #expect(throws: JSONParser.Failure.self) {
      try JSONParser().parse(String(repeating: "{\"a\":", count: 200_000))
    }
  }

  @Test("size is bounded exactly, before anything is read")
  func size() throws {
    let parser = JSONParser(maximumBytes: 10)
    #expect(try parser.parse("\"12345678\"") == "12345678")
    #expect(throws: JSONParser.Failure.self) { try parser.parse("\"123456789\"") }
    #expect(throws: JSONParser.Failure.self) { try parser.parse("\"éééé1\"") }
    #expect(throws: JSONParser.Failure.self) { try parser.parse("1" + String(repeating: " ", count: 10)) }
  }

  @Test("a failure says where")
  func position() {
    #expect { try parse("{\"a\":?}") } throws: { ($0 as? JSONParser.Failure)?.offset == 5 }
    #expect { try parse("[1,2") } throws: { ($0 as? JSONParser.Failure)?.offset == 4 }
  }

  @Test("numbers keep their kind: whole ones that fit 64 bits are integers")
  func numbers() throws {
    #expect(try parse("1.0").integerValue == 1)
    #expect(try parse("1.5").integerValue == nil)
    #expect(try parse("1e400".replacing("400", with: "30")).integerValue == nil)
    #expect(try parse("3").doubleValue == 3)
    #expect(try parse("\"3\"").integerValue == nil)
  }
}
