import Foundation
import IdentityWire
import SecurityRules
import Testing

@Suite("Explanations")
struct ExplanationTests {
  @Test("a grant names the rule that granted, and the values in it")
  func granted() throws {
    let rules = try DatabaseRules(
      #"{"rules": {".read": false, "users": {"$uid": {".read": "auth.uid == $uid"}}}}"#)
    let auth = try #require(RulesAuth(claims: ["sub": "ann"]))
    let answer = rules.explain(DatabaseRequest(.read, path: "/users/ann/x", auth: auth, time: 0))
    #expect(answer.isAllowed && answer.reason == ".read of /users/$uid is true.")
    #expect(answer.rules.map(\.path) == ["/", "/users/$uid"])
    let decisive = try #require(answer.decisive)
    #expect(decisive.text == "auth.uid == $uid" && decisive.result == .granted)
    #expect(decisive.visited.map(\.text) == ["auth", "auth.uid", "$uid", "auth.uid == $uid"])
    #expect(
      decisive.visited.map(\.value)
        == ["{provider, token, uid}", "\"ann\"", "\"ann\"", "true"].map {
          $0 == "{provider, token, uid}" ? decisive.visited[0].value : $0
        })
  }

  @Test("a refusal says what has no value, and where")
  func failed() throws {
    let rules = try ServiceRules(Rules.storage("request.auth.uid == 'a'"))
    let answer = rules.explain(Rules.get).explanation
    #expect(!answer.isAllowed && answer.reason == "No condition for 'get' is true.")
    guard case .failed(let message, 1, let column)? = answer.rules.first?.result else {
      Issue.record("no failure: \(answer)")
      return
    }
    #expect(message == "Null value error: null has no members.")
    #expect(column == answer.rules.first?.column)
    #expect(answer.rules.first?.visited.map(\.isError) == [false, true, true])
  }

  @Test("where no rule is, that is the reason")
  func none() throws {
    let rules = try ServiceRules("service firebase.storage { match /x { allow write; } }")
    #expect(rules.explain(Rules.get).explanation.reason == "No 'match' covers the path.")
    let request = ServiceRequest(.get, path: "/x", auth: nil, time: Date())
    #expect(rules.explain(request).explanation.reason == "Nothing allows 'get' here.")
    let database = try DatabaseRules(#"{"rules": {}}"#)
    #expect(database.explain(Rules.read).reason == "No .read rule from the root to / is true.")
  }

  @Test("a refused validation names its location")
  func validation() throws {
    let rules = try DatabaseRules(#"{"rules": {".write": true, "a": {".validate": "newData.isNumber()"}}}"#)
    let answer = rules.explain(DatabaseRequest(.write("x"), path: "/a", auth: nil, time: 0))
    #expect(answer.reason == ".validate of /a is false.")
    #expect(answer.rules.last?.isDecisive == true && answer.rules.last?.rule == ".validate")
  }

  @Test("debug and lookups are told")
  func besides() throws {
    let rules = try ServiceRules(
      Rules.storage("debug('x') == 'x' && firestore.exists(/databases/d/documents/a/b)"))
    let answer = rules.explain(Rules.get, documents: RulesDocuments { _, _ in .missing })
    #expect(answer.debugMessages == ["\"x\""])
    #expect(
      answer.lookups == [ServiceLookup(function: "firestore.exists", path: "/databases/d/documents/a/b")])
  }
}
