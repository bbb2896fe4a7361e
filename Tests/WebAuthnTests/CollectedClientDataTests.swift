import Testing

@testable import WebAuthn

@Suite("Client data is read from the bytes that are hashed")
struct CollectedClientDataTests {
  private static let members = #""type":"webauthn.get","challenge":"AAEC_w","origin":"https://example.org""#

  @Test("Members in any order, with others beside them, escaped or after a byte order mark")
  func taken() throws {
    for text in [
      "{\(Self.members)}", "{\(Self.members),\"crossOrigin\":false}", "\u{FEFF}{\(Self.members)}",
      #"{"other":{"a":[null,1.5]},"origin":"https://example.org","challenge":"AAEC_w", "type":"webauthn.get"}"#,
      #"{"\u0074ype":"webauthn.g\u0065t","challenge":"AAEC_w","origin":"https:\/\/example.org"}"#,
    ] {
      let client = try CollectedClientData(Array(text.utf8))
      #expect(client.bytes == Array(text.utf8))
      #expect(client.type == "webauthn.get")
      #expect(client.challenge == [0, 1, 2, 255])
      #expect(client.origin == "https://example.org")
      #expect(!client.isCrossOrigin)
      #expect(client.topOrigin == nil)
    }
    let framed = try CollectedClientData(
      Array("{\(Self.members),\"crossOrigin\":true,\"topOrigin\":\"https://example.com\"}".utf8))
    #expect(framed.isCrossOrigin)
    #expect(framed.topOrigin == "https://example.com")
  }

  @Test(
    "Everything else is refused",
    arguments: [
      "", "[]", "null", "{}", #"{"type":"webauthn.get"}"#, "{\(members)", "{\(members)} ,", "{\(members),}",
      "\u{FEFF}\u{FEFF}{\(members)}", "{\(members),\"type\":\"webauthn.get\"}",
      "{\(members),\"challenge\":\"AAEC_w\"}", "{\(members),\"origin\":\"https://example.org\"}",
      #"{\#(members),"\u006frigin":"https://evil.example"}"#,
      "{\(members),\"crossOrigin\":false,\"crossOrigin\":false}",
      "{\(members),\"crossOrigin\":\"false\"}", "{\(members),\"crossOrigin\":null}",
      "{\(members),\"crossOrigin\":0}", "{\(members),\"topOrigin\":null}",
      #"{"type":1,"challenge":"AAEC_w","origin":"https://example.org"}"#,
      #"{"type":"webauthn.get","challenge":"AAEC/w","origin":"https://example.org"}"#,
      #"{"type":"webauthn.get","challenge":"AAEC_w==","origin":"https://example.org"}"#,
      #"{"type":"webauthn.get","challenge":"AAEC_x","origin":"https://example.org"}"#,
      #"{"type":"webauthn.get","challenge":"AAEC_w","origin":["https://example.org"]}"#,
      "{\(members),\"other\":[[[[[[[[1]]]]]]]]}",
      "{\(members),\"other\":\"\(String(repeating: "a", count: CollectedClientData.maximumSize))\"}",
    ])
  func refused(_ text: String) {
    let refusal = #expect(throws: WebAuthnRefusal.self) { try CollectedClientData(Array(text.utf8)) }
    #expect(refusal?.check == .clientData)
  }

  @Test("Bytes that are no UTF-8 are refused")
  func encoding() {
    let refusal = #expect(throws: WebAuthnRefusal.self) {
      try CollectedClientData(Array("{\(Self.members),\"a\":\"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8))
    }
    #expect(refusal?.check == .clientData)
  }
}
