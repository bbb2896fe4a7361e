import Foundation
import Identity
import Testing

@testable import Messaging

@Suite("What messages say")
struct TemplateTests {
  static let values = MessageValues(
    appName: "Example App", email: "old@example.com", newEmail: "new@example.com", link: "https://l/?a=b&c=d",
    displayName: "Ada", secondFactor: .init(phoneNumber: "+*******0142"),
    signInMethods: [.provider("Google"), .phone("+*******0143")], loginCode: "123456")

  @Test(
    "every message of every language is filled in, and no two say the same",
    arguments: MessageTemplates.builtInLanguages)
  func complete(language: String) {
    var subjects: Set<String> = []
    for kind in MessageKind.allCases {
      let message = MessageTemplates.builtIn.compose(kind, languages: [language], Self.values)
      #expect(message.language == language)
      for text in [message.subject, message.text, message.html ?? ""] {
        #expect(text.firstMatch(of: /%[A-Z_]+%/) == nil, "\(kind): \(text)")
      }
      #expect(message.text.contains("Example App"))
      for placeholder in kind.required {
        #expect(message.text.contains(Self.values.value(of: placeholder)), "\(kind)")
      }
      guard kind.isMail else {
        #expect(message.subject.isEmpty && message.html == nil && message.text.count <= 70)
        continue
      }
      #expect(message.subject.contains("Example App"))
      if kind.required == [.link] {
        #expect(message.text.contains("\n\nhttps://l/?a=b&c=d\n\n"))
        #expect(message.html?.contains("href=\"https://l/?a=b&amp;c=d\"") == true)
      }
      #expect(message.html?.contains("<html lang=\"\(language)\">") == true)
      let address = kind == .verifyAndChangeEmail ? "new@example.com" : "old@example.com"
      #expect(message.text.contains(address))
      if kind == .emailChanged { #expect(message.text.contains("new@example.com")) }
      subjects.insert(message.subject)
    }
    // The notices of a changed and of a removed address have one subject.
    #expect(subjects.count == MessageKind.allCases.count - 2)
  }

  @Test("there are seven languages, and no message of one is another's")
  func languages() {
    #expect(MessageTemplates.builtInLanguages == ["de", "en", "es", "fr", "ja", "pt", "vi"])
    for kind in MessageKind.allCases {
      let texts = MessageTemplates.builtInLanguages.map {
        MessageTemplates.builtIn.compose(kind, languages: [$0], Self.values).text
      }
      #expect(Set(texts).count == 7)
    }
  }

  @Test("a language is found by its tag, then by what is more general, then by the next wish")
  func fallback() {
    func language(_ tags: String?...) -> String {
      MessageTemplates.builtIn.compose(.signIn, languages: tags, Self.values).language
    }
    #expect(language("pt-BR") == "pt" && language("PT_br") == "pt" && language("ja-JP-x-a") == "ja")
    #expect(language("nl", "de") == "de" && language(nil, "fr-CA") == "fr" && language("nl") == "en")
    #expect(language("jam") == "en" && language("") == "en" && language("../../etc") == "en")
    #expect(language("de\r\nX: y") == "en")
  }

  @Test("a subject is one line, and what is filled in is not filled in again")
  func oneLine() {
    var values = Self.values
    values.appName = "A\r\nBcc: x@example.com %LINK% <b>"
    let message = MessageTemplates.builtIn.compose(.resetPassword, languages: ["en"], values)
    #expect(message.subject == "Reset your password for A Bcc: x@example.com %LINK% <b>")
    #expect(message.html?.contains("<b>") == false && message.html?.contains("&lt;b&gt;") == true)
  }

  @Test("a display name shows where it is a name, else the address does")
  func displayNames() {
    for name in ["Ada Lovelace", "J. R. Smith", "渡辺 直美", "Nguyễn Văn A", "O’Brien-Müller"] {
      #expect(MessageValues.harmless(name) == name)
    }
    for name in [
      "Win at evil.example", "https://evil.example", "www evil", "a@b.de", "<b>", "", "  ", "100%LINK%",
      String(repeating: "a", count: 61), "evil。example/x",
    ] { #expect(MessageValues.harmless(name) == nil, "\(name)") }
    let values = MessageValues(appName: "A", email: "a@b.de", displayName: "Buy at evil.example")
    #expect(values.value(of: .displayName) == "a@b.de")
  }

  @Test("an authenticator app is called what it is called in the message's language")
  func secondFactors() {
    func text(_ language: String, _ factor: MessageValues.SecondFactor) -> String {
      MessageTemplates.builtIn.compose(
        .secondFactorRemoved, languages: [language],
        MessageValues(appName: "A", email: "a@b.de", secondFactor: factor)
      ).text
    }
    #expect(text("ja", .init(phoneNumber: nil)).contains("「認証アプリ」"))
    #expect(
      text("de", .init(phoneNumber: nil, name: "Mein Pixel")).contains("Mein Pixel (Authenticator-App)"))
    #expect(text("en", .init(phoneNumber: "+***42", name: "http://evil.example")).contains(": +***42."))
  }

  @Test("an address that was taken away needs no new one")
  func removed() {
    let message = MessageTemplates.builtIn.compose(
      .emailRemoved, languages: [], MessageValues(appName: "A", email: "old@example.com", link: "l"))
    #expect(message.text.contains("old@example.com was removed"))
  }
}
