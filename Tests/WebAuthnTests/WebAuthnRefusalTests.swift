import Testing

@testable import WebAuthn

@Suite("What an operator reads of a refusal")
struct WebAuthnRefusalTests {
  @Test("Nothing that a client wrote controls how the text is shown")
  func controls() {
    let refusal = WebAuthnRefusal(
      .origin, expected: "https://example.org", seen: "https://a\u{0}\u{1B}[2J\r\n\u{202E}\u{2028}b")
    #expect(refusal.seen == "https://a  [2J    b")
    #expect(
      refusal.description
        == "The passkey's origin was https://a  [2J    b; expected https://example.org.")
  }

  @Test("A long text is cut off")
  func length() {
    let refusal = WebAuthnRefusal(.type, seen: String(repeating: "a", count: 8000))
    #expect(refusal.seen == String(repeating: "a", count: WebAuthnRefusal.maximumTextLength) + "…")
  }
}
