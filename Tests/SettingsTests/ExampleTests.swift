import Foundation
import Testing
import TestTools

@testable import Settings

@Suite("The example of a configuration")
struct ExampleTests {
  static let example: String = {
    let file = Repository.url("docs/latchkey.example.yaml")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  @Test("is accepted as it stands")
  func accepted() throws {
    let reading = try Files().read(Self.example)
    #expect(reading.mistakes.isEmpty, "\(reading.mistakes.map(\.text))")
    #expect(reading.configuration.origins == ["https://auth.example.com"])
  }

  /// The example with every setting in it switched on.
  private static func complete() -> (text: String, keys: [String]) {
    var lines: [String] = []
    for line in example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let indent = String(line.prefix { $0 == " " })
      let rest = line.dropFirst(indent.count)
      guard rest.hasPrefix("# ") else {
        lines.append(line)
        continue
      }
      let comment = String(rest.dropFirst(2))
      // "key:", "key: value" and "- value" are settings; all else is prose.
      guard !comment.contains("in the environment"),
        comment.contains(/^ *([a-z][A-Za-z0-9]*:( .*)?|- \S+)$/)
      else { continue }
      lines.append(indent + comment)
    }
    let text = lines.joined(separator: "\n")
    let file = ConfigurationFile(path: "example", text: text)
    return (text, file.entries.keys.sorted())
  }

  @Test("has every setting, secrets as variables of the environment, and no other")
  func complete() {
    let (_, keys) = Self.complete()
    let settings = ServeConfiguration.settings
    let plain = Set(settings.filter { !$0.isSecret }.map(\.key))
    #expect(Set(keys).subtracting(plain) == [], "unknown")
    #expect(plain.subtracting(keys) == [], "missing")
    for secret in settings where secret.isSecret { #expect(Self.example.contains(secret.variable)) }
  }

  @Test("names the defaults that there are")
  func defaults() {
    let file = ConfigurationFile(path: "example", text: Self.complete().text)
    for setting in ServeConfiguration.settings {
      guard let expected = setting.defaultText, case .text(let text)? = file.entries[setting.key]?.value
      else {
        continue
      }
      #expect(text == expected, "\(setting.key)")
    }
  }
}
