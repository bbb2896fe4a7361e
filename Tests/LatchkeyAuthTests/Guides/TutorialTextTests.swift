import Foundation
import Testing
import TestTools

@Suite("The tutorials' texts")
struct TutorialTextTests {
  private static let catalogue = Repository.url("Sources/LatchkeyAuth/LatchkeyAuth.docc/Tutorials")
  static let suffixes = ["en": "", "ja": "-ja", "vi": "-vi"]
  static let tutorials = [
    "FacebookLogin", "FacebookLimitedLogin", "SignInWithGitHub", "SignInWithApple", "AppleAndCPlusPlus",
  ]

  private static func text(_ name: String, _ language: String) throws -> String {
    let file = "\(language)/\(name)\(suffixes[language] ?? "").tutorial"
    return try String(contentsOf: catalogue.appending(path: file), encoding: .utf8)
  }

  /// The directives in their order, and the files that they show.
  private static func shape(_ text: String) -> [String] {
    text.matches(of: /@(?:Section|Step\b|Code\(.*file: "([^"]+)")/).map { "\($0.output.1 ?? $0.output.0)" }
  }

  private static func names(in path: String, _ suffix: String) throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: path).path())
        .filter { $0.hasSuffix(suffix) })
  }

  @Test("each has the same sections, steps and files in every language", arguments: tutorials)
  func languages(name: String) throws {
    let english = Self.shape(try Self.text(name, "en"))
    #expect(english.count > 8)
    for language in Self.suffixes.keys {
      #expect(Self.shape(try Self.text(name, language)) == english, "\(language)")
    }
  }

  @Test("every language lists every tutorial, and nothing else", arguments: suffixes.keys.sorted())
  func contents(language: String) throws {
    let suffix = Self.suffixes[language] ?? ""
    let listed = try Self.text("Tutorials", language).matches(of: /tutorial: "doc:([^"]+)"/).map {
      "\($0.output.1)"
    }
    #expect(listed == Self.tutorials.map { $0 + suffix })
    let path = "Sources/LatchkeyAuth/LatchkeyAuth.docc/Tutorials/\(language)"
    let files = try Self.names(in: path, ".tutorial")
    #expect(files == Set((Self.tutorials + ["Tutorials"]).map { "\($0)\(suffix).tutorial" }))
  }

  @Test("what they show is what is compiled, and all of it is shown")
  func code() throws {
    let shown = Set(
      try Self.tutorials.flatMap { Self.shape(try Self.text($0, "en")) }.filter { $0.contains(".") })
    let compiled =
      try Self.names(in: "Tests/Guides/Tutorials", ".swift").map { ("Tests/Guides/Tutorials", $0) }
      + Self.names(in: "cpp/tests/tutorial", "").subtracting(["tutorial_test.cc"])
      .map { ("cpp/tests/tutorial", $0) }
    for (folder, name) in compiled {
      let copy = try Data(contentsOf: Self.catalogue.appending(path: "Code/\(name)"))
      #expect(try copy == Data(contentsOf: Repository.root.appending(path: "\(folder)/\(name)")), "\(name)")
    }
    let commands = try Self.names(in: "Sources/LatchkeyAuth/LatchkeyAuth.docc/Tutorials/Code", ".sh")
    #expect(shown == Set(compiled.map(\.1)).union(commands))
  }
}
