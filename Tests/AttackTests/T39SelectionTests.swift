import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T39: two spellings of one id in a selection", .fewAtOnce)
struct T39SelectionTests {
  private static let spellings = ["jos\u{E9}", "jose\u{301}"]

  // Fails when ids of a selection are compared as strings: then one of the two is left out, or a missing user is not told.
  @Test(
    "two users whose ids differ in their bytes are two in a selection, and who is gone is told beside them")
  func selection() async throws {
    try await TestServer.run(.quick) { server in
      let made = try await server.administer(
        "accounts:batchCreate", ["users": .array(Self.spellings.map { ["localId": .string($0)] })])
      #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      let browser = ConsoleBrowser(server)
      func perform(_ action: SelectionAction, _ ids: [String]) async throws -> ConsoleDocument {
        var form = try await browser.open(ConsoleBrowser.path("users")).form("selection-form")
        form.fields += ids.map { (name: "user", value: $0) }
        return try await browser.submit(form, pressing: ("do", action.rawValue))
      }
      let question = try await perform(.disable, Self.spellings + ["gone"])
      #expect(question.element(id: "selected")?.all("li").count == 2, "\(question.text)")
      #expect(question.element(id: "missing")?.text.contains("1") == true, "\(question.text)")
      _ = try await browser.submit(try question.form("confirm-form"))
      #expect(try await server.accounts().map(\.disabled) == [true, true])
      let one = try await perform(.enable, [Self.spellings[1]])
      #expect(one.element(id: "missing") == nil)
      _ = try await browser.submit(try one.form("confirm-form"))
      let disabled = try await server.accounts().filter(\.disabled).map { Array($0.id.rawValue.utf8) }
      #expect(disabled == [Array(Self.spellings[0].utf8)])
    }
  }

  // Fails when IdentityService.batchAction compares ids as strings: then one user is told the other's outcome.
  @Test("by REST, too, each of the two has an outcome of their own")
  func batchAction() async throws {
    try await TestServer.run(.quick) { server in
      let made = try await server.administer(
        "accounts:batchCreate", ["users": [["localId": .string(Self.spellings[0])]]])
      #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      let ids = Self.spellings + Self.spellings
      for (action, isDisabled) in [("EXPORT", false), ("DISABLE", true)] {
        let answer = try await server.administer(
          "accounts:batchAction",
          ["localIds": .array(ids.map { .string($0) }), "action": .string(action)])
        let results = answer.json["results"]?.arrayValue ?? []
        let named = results.compactMap { $0["localId"]?.stringValue.map { Array($0.utf8) } }
        #expect(named == Self.spellings.map { Array($0.utf8) }, "\(answer.text)")
        let statuses = results.compactMap { $0["status"]?.stringValue }
        #expect(statuses == ["DONE", "NOT_FOUND"], "\(answer.text)")
        #expect(try await server.accounts().map(\.disabled) == [isDisabled])
      }
    }
  }
}
