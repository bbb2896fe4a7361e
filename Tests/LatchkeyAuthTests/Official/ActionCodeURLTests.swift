import FirebaseAuth
import Testing

/// Each test has the name of the one of FirebaseAuth's own `ActionCodeURLTests` that looks at the same behaviour.
@Suite("FirebaseAuth's tests of ActionCodeURL")
struct ActionCodeURLTests {
  private static func url(_ query: String) -> ActionCodeURL? {
    ActionCodeURL(link: "https://auth.example.com/__/auth/action?\(query)")
  }

  @Test("a link has its key, its operation and its code")
  func parseURL() {
    let url = Self.url("apiKey=AIzaKey&mode=resetPassword&oobCode=c0de")
    #expect(url?.apiKey == "AIzaKey" && url?.operation == .passwordReset && url?.code == "c0de")
  }

  @Test("what is no address is no link", arguments: ["no address", ""])
  func parseInvalidURL(_ text: String) { #expect(ActionCodeURL(link: text) == nil) }

  @Test("an address without a query is no link")
  func parseURLMissingParameters() { #expect(ActionCodeURL(link: "https://auth.example.com") == nil) }

  @Test("each mode is its operation")
  func parseURLDifferentMode() {
    let modes: [(String, ActionCodeOperation)] = [
      ("verifyEmail", .verifyEmail), ("recoverEmail", .recoverEmail), ("signIn", .emailLink),
      ("verifyAndChangeEmail", .verifyAndChangeEmail),
      ("revertSecondFactorAddition", .revertSecondFactorAddition),
    ]
    for (mode, operation) in modes {
      let url = Self.url("apiKey=AIzaKey&mode=\(mode)&oobCode=c0de")
      #expect(url?.apiKey == "AIzaKey" && url?.operation == operation && url?.code == "c0de", "\(mode)")
    }
  }

  @Test("a link has the address to go on at and its language, too")
  func parseURLWithAllProperties() {
    let url = Self.url(
      "apiKey=AIzaKey&mode=recoverEmail&oobCode=c0de&continueUrl=https://app.example.com/%3Fa%3Db&lang=vi")
    #expect(url?.apiKey == "AIzaKey" && url?.operation == .recoverEmail && url?.code == "c0de")
    #expect(url?.continueURL?.absoluteString == "https://app.example.com/?a=b" && url?.languageCode == "vi")
  }

  @Test("a link without a code has none")
  func parseURLMissingOobCode() {
    let url = Self.url("apiKey=AIzaKey&mode=resetPassword")
    #expect(url != nil && url?.code == nil)
  }

  @Test("an unknown mode is an unknown operation")
  func parseURLInvalidMode() {
    #expect(Self.url("apiKey=AIzaKey&mode=dance&oobCode=c0de")?.operation == .unknown)
  }

  @Test("a link has its language")
  func actionCodeURLLanguageCode() { #expect(Self.url("lang=fr")?.languageCode == "fr") }
}
