import Identity
import Testing

@testable import Messaging

@Suite("A project's own words")
struct ProjectMessagesTests {
  private static func refusal(_ change: (inout ProjectMessages) -> Void) -> ProjectMessages.Refusal? {
    var messages = ProjectMessages()
    change(&messages)
    do throws(ProjectMessages.Refusal) {
      try messages.check()
      return nil
    } catch {
      return error
    }
  }

  @Test("they take the place of the operator's and of ours, part by part")
  func replacing() {
    var messages = ProjectMessages()
    messages[.verifyEmail, "EN"].subject = "Hi from %APP_NAME%"
    messages[.resetPassword, "en"].text = "Go to\n\n%LINK%\n"
    messages[.signIn, "en"].html = "<a href=\"%LINK%\">100%</a>"
    messages[.smsCode, "nl"].text = "Code: %LOGIN_CODE%"
    func compose(_ kind: MessageKind, _ language: String) -> MessageTemplates.Composed {
      MessageTemplates.builtIn.compose(
        kind, project: messages, languages: [language], TemplateTests.values)
    }
    #expect(compose(.verifyEmail, "en-GB").subject == "Hi from Example App")
    #expect(compose(.verifyEmail, "en").text.contains("confirm that old@example.com"))
    let reset = compose(.resetPassword, "en")
    #expect(reset.text == "Go to\n\nhttps://l/?a=b&c=d\n")
    #expect(reset.subject == "Reset your password for Example App")
    #expect(reset.html?.contains("Go to") == true && reset.html?.contains("a=b&amp;c=d") == true)
    let signIn = compose(.signIn, "en")
    #expect(
      signIn.html == "<a href=\"https://l/?a=b&amp;c=d\">100%</a>" && signIn.text.contains("Example App"))
    #expect(compose(.smsCode, "nl").text == "Code: 123456" && compose(.smsCode, "nl").language == "nl")
    #expect(compose(.verifyEmail, "ja").subject == "【Example App】メールアドレスの確認")
  }

  @Test("an operator's HTML does not stand beside a project's text")
  func foreignHTML() throws {
    let operators = TemplateFiles(
      .init(subject: "S", text: "T %LINK%", html: "<p>%LINK%</p>"), of: .verifyEmail)
    let replaced = operators.replaced(by: TemplateFiles(.init(text: "Mine: %LINK%"), of: .verifyEmail))
    #expect(replaced.subject != nil && replaced.html == nil && replaced.text?.source == "Mine: %LINK%")
    #expect(operators.replaced(by: TemplateFiles(.init(subject: "X"), of: .verifyEmail)).html != nil)
  }

  @Test("what cannot be sent is refused, and where it stands is said")
  func refusals() {
    #expect(Self.refusal { $0[.verifyEmail, "en"].subject = "Welcome, %DISPLAY_NAME%" } == nil)
    let unknown = Self.refusal { $0[.verifyEmail, "en"].text = "a\n%PASSWORD%\n%LINK%" }
    #expect(unknown?.message.hasPrefix("verify-email, en, text, line 2: %PASSWORD% is nothing") == true)
    #expect(Self.refusal { $0[.verifyEmail, "en"].text = "Hello" }?.part == .text)
    #expect(Self.refusal { $0[.verifyEmail, "en"].html = "<p>Hello" }?.part == .html)
    #expect(Self.refusal { $0[.verifyEmail, "en"].subject = "a\nBcc: b@c.de" }?.mistake.line == 2)
    #expect(Self.refusal { $0[.verifyEmail, "en"].text = " \n" }?.mistake.problem == .empty)
    #expect(Self.refusal { $0[.smsCode, "en"].subject = "x" } != nil)
    #expect(
      Self.refusal { $0[.smsCode, "en"].text = String(repeating: "x", count: 480) + "%LOGIN_CODE%" } != nil)
    #expect(Self.refusal { $0[.verifyEmail, "../etc"].text = "%LINK%" } != nil)
    #expect(
      Self.refusal { $0[.verifyEmail, "nl"].text = "%LINK%" }?.mistake.problem
        == .lacksSubjectOrText)
    #expect(Self.refusal { $0[.smsCode] = .init(name: "x") }?.part == .senderName)
    #expect(Self.refusal { $0[.signIn] = .init(name: "a\r\nBcc: b@c.de") }?.part == .senderName)
    #expect(Self.refusal { $0[.signIn] = .init(replyTo: "nobody") }?.part == .replyTo)
    #expect(Self.refusal { $0[.signIn] = .init(name: "Ann", replyTo: "Help <help@example.com>") } == nil)
    let long = String(repeating: "x", count: 40_000) + "%LINK%"
    #expect(
      Self.refusal { messages in
        for language in ["en", "de", "fr", "ja"] { messages[.signIn, language].html = long }
      }?.kind == nil)
    #expect(Self.refusal { $0[.signIn, "en"].html = long + long }?.part == .html)
  }

  @Test("where placeholders stand is found among other signs of per cent")
  func placeholders() throws {
    let text = try TemplateText("100%%LINK%%20%a%Lower%%APP_NAME%", allowed: [.link, .appName])
    #expect(
      text.pieces == [
        .literal("100%"), .placeholder(.link), .literal("%20%a%Lower%"), .placeholder(.appName),
      ])
    #expect(throws: TemplateText.Unknown(name: "B", line: 2)) { try TemplateText("%\n%B%", allowed: [.link]) }
  }
}
