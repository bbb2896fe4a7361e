import IdentityWire
import Testing

@testable import IdentityProviders

@Suite("What is shown of a provider's error")
struct ProviderErrorTextTests {
  // Fails when a text is cut before the secret is looked for, whose beginning then stays.
  @Test("a secret that a provider repeats is not shown, wherever in the text it stands")
  func hidden() {
    let secret = "4/0AeanS0b-a-long-authorization-code-of-theirs"
    for place in 0...300 {
      let text = String(repeating: "x", count: place) + secret
      let summary = ProviderErrorText.summary(["error_description": .string(text)], hiding: [secret])
      #expect(!summary.contains("4/0A") && !summary.contains("4\\/0A"), "at \(place)")
    }
  }

  @Test("a text is shown in printable ASCII, and of a length that does not depend on how it is composed")
  func bounded() {
    let text = "\u{1B}[31m" + String(repeating: "e\u{301}", count: 10_000)
    let summary = ProviderErrorText.summary(["message": .string(text)], hiding: [])
    #expect(summary.utf8.count < 300)
    #expect(summary.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(displayable(text, limit: 64).utf8.count == 67)
  }

  // Fails when secrets are looked for as they are, in a text that is made fit to be shown.
  @Test(
    "a secret is hidden in its spellings, too",
    arguments: ["geheim-für-uns", "one : two : three", "ab/cd+ef=gh"])
  func spellings(_ secret: String) {
    for text in [secret, FormURLEncoded.encode(secret)] {
      let summary = ProviderErrorText.summary(["error_description": .string("no \(text).")], hiding: [secret])
      #expect(summary == #"{"error_description":"no ...."}"#)
    }
  }

  // Fails when secrets are replaced in the order in which they are given.
  @Test("a secret that begins as another does is hidden whole")
  func prefixes() {
    let answer: JSONValue = ["error_description": "neither the-code nor the-code-verifier"]
    let text = ProviderErrorText.summary(answer, hiding: ["the-code", "the-code-verifier"])
    #expect(text.contains("neither ... nor ...") && !text.contains("verifier"))
  }

  // Fails when the body is cut before the secrets are hidden: the beginning of one stays.
  @Test("a secret far back in an answer that is not JSON is hidden whole")
  func secretFarBack() {
    let secret = "a-secret-that-nobody-may-see"
    for length in 4_000...4_100 {
      let body = "<error>" + String(repeating: " ", count: length) + secret + "</error>"
      let summary = ProviderErrorText.summary(of: Array(body.utf8), hiding: [secret])
      #expect(summary == "...", "\(length)")
    }
  }
}
