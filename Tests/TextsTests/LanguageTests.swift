import Testing

@testable import Console
import Texts

@Suite("Languages of texts")
struct LanguageTests {
  @Test("a language is found by its tag")
  func tags() {
    #expect(Language(tag: "ja-JP") == .japanese && Language(tag: "VI_vn") == .vietnamese)
    #expect(Language(tag: "jam") == nil && Language(tag: "") == nil && Language(tag: "-ja") == nil)
  }

  @Test("a language is found by the reader's preferences")
  func preferences() {
    #expect(Language(acceptLanguage: "nl, vi;q=0.5, ja;q=0.9") == .japanese)
    #expect(Language(acceptLanguage: "fr, vi;q=0.5, ja;q=0.9") == .french)
    #expect(Language(acceptLanguage: "nl") == .english)
    #expect(Language(acceptLanguage: "ja;q=0, vi") == .vietnamese)
    #expect(Language(acceptLanguage: ",;q=,;;,") == .english)
    #expect(Language(acceptLanguage: "fr, vi;q=0.5, ja;q=0.9", offered: [.vietnamese]) == .vietnamese)
    #expect(Language(acceptLanguage: "fr", offered: [.vietnamese]) == .english)
  }

  @Test("only the beginning of a header is read")
  func bounds() {
    func header(_ parts: Int) -> String { String(repeating: "nl,", count: parts) + "ja" }
    #expect(Language(acceptLanguage: header(19)) == .japanese)
    #expect(Language(acceptLanguage: header(20)) == .english)
    #expect(Language(acceptLanguage: String(repeating: " ", count: 510) + "ja") == .japanese)
    #expect(Language(acceptLanguage: String(repeating: " ", count: 511) + "ja") == .english)
    #expect(Language(acceptLanguage: "ja," + String(repeating: "é", count: 100_000)) == .japanese)
  }

  @Test("the console offers its own languages, the chosen one first")
  func console() {
    #expect(Language(chosen: nil, acceptLanguage: "fr, vi;q=0.5, ja;q=0.9") == .japanese)
    #expect(Language(chosen: "vi", acceptLanguage: "ja") == .vietnamese)
    #expect(Language(chosen: "fr", acceptLanguage: "ja") == .japanese)
    #expect(Language(chosen: "ja-JP", acceptLanguage: nil) == .english)
  }

  @Test("every language has a name of its own")
  func names() {
    #expect(Set(Language.allCases.map(\.name)).count == Language.allCases.count)
  }
}
