import IdentityWire
import Testing

@testable import Settings

@Suite("YAML that is written")
struct YAMLWriterTests {
  private static func read(_ text: String) throws -> JSONValue {
    var nodes = YAMLNodes(path: "file.yaml")
    let root = try #require(try nodes.root(of: text))
    let value = nodes.value(root)
    #expect(nodes.problems.isEmpty, "\(nodes.problems)")
    return value
  }

  // Fails when a text is written as it stands though a reader takes it for something else.
  @Test(
    "is read back as the same text",
    arguments: [
      "", " ", "plain", "two words", "ends with blank ", "null", "~", "True", "no", "12", "1e3", "0x1f",
      "1_000", "12:30:00",
      "2026-01-31", ".5", "-", "- a", "a: b", "a:", "a #b", "#a", "&a", "*a", "!a", "%a", "@a", "`a", "'a'",
      "\"a\"", "{a}", "[a]",
      "a, b", "a\\b", "a\tb", "a\rb", "a\u{1}b", "\u{7F}", "\u{85}",
      "\u{2028}", "a\u{FEFF}",
      "é", "日本", "😀", "---", "...", "https://example.com/a?b=c#d", "ios:com.example.app", "one\ntwo",
      "one\ntwo\n", "one\n\ntwo\n\n",
      "\none", " one\ntwo", "one \ntwo", "one\n two\n\tthree",
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
      "---\na: b\n", "a\r\nb", "\n", "#one\n#two",
    ])
  func text(text: String) throws {
    for value in [.string(text), [.string(text)], ["name": .string(text)], [[["name": .string(text)]]]]
      as [JSONValue]
    {
      let written = YAMLWriter.text(value)
      #expect(try Self.read(written) == value, "\(written)")
    }
    guard !text.isEmpty else { return }
    let named: JSONValue = .object([text: 1])
    #expect(try Self.read(YAMLWriter.text(named)) == named)
  }

  @Test("is read back as the same value")
  func values() throws {
    let value: JSONValue = [
      "null": nil, "yes": true, "number": -12, "fraction": 0.5, "empty": [:], "none": [],
      "nested": [[1, [2, []]], [["a": 1, "b": [3]], [:]]],
      "+15555550100": "123456",
    ]
    let written = YAMLWriter.text(value)
    #expect(try Self.read(written) == value, "\(written)")
  }

  @Test("has its members in order, those that lead in front, and texts of several lines as blocks")
  func order() {
    let value: JSONValue = [
      "b": ["z": 1, "id": 2], "a": "one\ntwo\n", "id": "x", "list": [["c": 1, "id": 2], "d"],
    ]
    #expect(
      YAMLWriter.text(value, leading: ["id"]) == """
        id: x
        a: |
          one
          two
        b:
          id: 2
          z: 1
        list:
          - id: 2
            c: 1
          - d

        """)
  }

  // Fails when texts count as keys that explode.
  @Test("texts that look like keys of lists and aliases are read where there are no anchors")
  func harmless() throws {
    #expect(try Self.read("css: \"a[href]: b {c}: *d : e\"\n") == ["css": "a[href]: b {c}: *d : e"])
    #expect(throws: ConfigurationMistakes.self) { try Self.read("a: &a [1]\n? *a\n: 1\n") }
    #expect(throws: ConfigurationMistakes.self) { try Self.read("a: &a [1]\n# b\r? *a\r: 1\n") }
    #expect(throws: ConfigurationMistakes.self) { try Self.read("a: &a [1]\n# b\u{85}? *a\u{85}: 1\n") }
    #expect(throws: ConfigurationMistakes.self) { try Self.read("a: &a [1]\n*a : 1\n") }
    #expect(throws: ConfigurationMistakes.self) { try Self.read("a: &a [1]\u{85}*a : 1\n") }
  }
}
