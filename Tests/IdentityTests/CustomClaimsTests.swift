import IdentityWire
import Testing

@testable import Identity

@Suite("Custom claims")
struct CustomClaimsTests {
  private func code(_ text: String) -> String? {
    do {
      try CustomClaims.check(text)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("an object of a thousand characters at most, without reserved names")
  func checks() {
    #expect(code("{}") == nil)
    #expect(code("") == nil)
    #expect(code(#"{"admin":true,"nested":{"sub":1}}"#) == nil)
    for text in ["[]", "1", "null", "{", "\"x\""] { #expect(code(text) == "INVALID_CLAIMS", "\(text)") }
    for name in CustomClaims.reserved { #expect(code(#"{"\#(name)":1}"#) == "FORBIDDEN_CLAIM : \(name)") }
    let frame = #"{"a":""}"#.count
    #expect(code(#"{"a":""# + String(repeating: "x", count: 1_000 - frame) + #""}"#) == nil)
    #expect(code(#"{"a":""# + String(repeating: "x", count: 1_001 - frame) + #""}"#) == "CLAIMS_TOO_LARGE")
  }

  @Test("a reserved name is found through an escape, too")
  func escaped() {
    #expect(code(#"{"\u0073ub":1}"#) == "FORBIDDEN_CLAIM : sub")
  }
}
