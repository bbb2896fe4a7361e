import Identity
import TestSupport
import Testing

@testable import Messaging

@Suite("The look of mails")
struct BrandedMailTests {
  private static let logo = "https://auth.example.com/__/auth/logos/example?v=1&w=2"

  private static func values(_ change: (inout Branding) -> Void = { _ in }) -> MessageValues {
    var values = TemplateTests.values
    change(&values.branding)
    return values
  }

  private static func compose(
    _ values: MessageValues, _ project: ProjectMessages = .init(), _ language: String = "en"
  ) -> MessageTemplates.Composed {
    MessageTemplates.builtIn.compose(.resetPassword, project: project, languages: [language], values)
  }

  @Test("a mail of a project without a look has our look and no picture")
  func plain() {
    let mail = Self.compose(Self.values())
    #expect(
      mail.text == """
        Hello,

        Follow this link to set a new password for your Example App account old@example.com.

        https://l/?a=b&c=d

        The link works once, for one hour.

        If you didn’t ask to reset your password, you can ignore this email. Your password stays as it is.

        Thanks,
        Your Example App team

        """)
    let paragraph = "<p style=\"margin:0 0 16px\">"
    #expect(
      mail.html == """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Reset your password for Example App</title></head>
        <body style="margin:0;padding:24px;background:#f4f5f7;color:#1c1e21;\
        font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
        <div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
        \(paragraph)Hello,</p>
        \(paragraph)Follow this link to set a new password for your Example App account old@example.com.</p>
        <p style="margin:24px 0"><a href="https://l/?a=b&amp;c=d" style="display:inline-block;padding:12px 24px;\
        background:#1a56db;color:#ffffff;border-radius:6px;text-decoration:none">Reset password</a></p>
        <p style="margin:0 0 16px;font-size:13px;color:#5f6672;word-break:break-all">https://l/?a=b&amp;c=d</p>
        \(paragraph)The link works once, for one hour.</p>
        \(paragraph)If you didn’t ask to reset your password, you can ignore this email. \
        Your password stays as it is.</p>
        \(paragraph)Thanks,<br>Your Example App team</p>
        </div>
        </body>
        </html>

        """)
  }

  @Test("the logo has the app's name and a bounded size, and is the only thing that is fetched")
  func logo() throws {
    var values = Self.values()
    values.appName = "Tea \"&\" <House>"
    values.logoAddress = Self.logo
    let mail = Self.compose(values)
    let document = try HTMLReader.read(try #require(mail.html))
    let images = document.all("img")
    try #require(images.count == 1)
    #expect(images[0]["src"] == Self.logo && images[0]["alt"] == "Tea \"&\" <House>")
    #expect(images[0]["height"] == "48")
    let style = images[0]["style"] ?? ""
    #expect(style.contains("max-width:240px") && style.contains("max-height:48px"))
    let others = document.all.filter { $0.name != "img" }
    #expect(others.allSatisfy { $0["src"] == nil && !($0["style"] ?? "").contains("url(") })
    #expect(["script", "link", "iframe", "style"].allSatisfy { document.first($0) == nil })
    // The plain text has no picture, and nothing else is different.
    #expect(!mail.text.contains("logos"))
    values.logoAddress = nil
    let without = Self.compose(values)
    #expect(without.text == mail.text && without.html?.contains("<img") == false)
    let kept = try #require(mail.html).split(separator: "\n").filter { !$0.contains("<img") }
    #expect(without.html?.split(separator: "\n") == kept)
  }

  @Test(
    "a button can be read, and has the colour where it can be seen",
    arguments: ["#1a56db", "#ffee00", "#ffffff", "#000000", "#777777", "#ff0000", "#00ff7f"])
  func colour(text: String) throws {
    let colour = try #require(BrandColour(text))
    let html = try #require(Self.compose(Self.values { $0.colour = colour }).html)
    let style = try HTMLReader.read(html).first("a")?["style"] ?? ""
    let match = try #require(style.firstMatch(of: /background:(#[0-9a-f]{6});color:(#[0-9a-f]{6});/))
    let background = try #require(BrandColour(String(match.1)))
    let foreground = try #require(BrandColour(String(match.2)))
    #expect(background.contrast(to: foreground) >= 4.5)
    #expect(background.contrast(to: BrandColour(red: 255, green: 255, blue: 255)) >= 4.5)
    if ["#1a56db", "#000000"].contains(text) { #expect(background == colour) }
  }

  @Test(
    "the links are in both parts, in the mail's language", arguments: MessageTemplates.builtInLanguages)
  func links(language: String) throws {
    let (terms, privacy) = ("https://example.com/terms?a=1&b=2", "https://example.com/privacy")
    let values = Self.values {
      $0.termsURL = terms
      $0.privacyURL = privacy
    }
    let mail = Self.compose(values, .init(), language)
    let names = BuiltInTexts.texts(tag: language)?.names
    let (termsName, privacyName) = (names?.termsOfService ?? "", names?.privacyPolicy ?? "")
    #expect(!termsName.isEmpty && !privacyName.isEmpty)
    #expect(mail.text.hasSuffix("\n\n\(termsName): \(terms)\n\(privacyName): \(privacy)\n"))
    let links = try HTMLReader.read(try #require(mail.html)).all("a").suffix(2)
    #expect(links.map { $0["href"] } == [terms, privacy])
    #expect(links.map(\.text) == [termsName, privacyName])
    let one = Self.compose(Self.values { $0.privacyURL = privacy }, .init(), language)
    #expect(one.text.hasSuffix("\n\n\(privacyName): \(privacy)\n") && !one.text.contains(termsName))
  }

  @Test("a project's own text has the look, and its own HTML stays as it is")
  func ownTemplates() {
    var values = Self.values {
      $0.colour = BrandColour("#7c2d12")
      $0.termsURL = "https://example.com/terms"
    }
    values.logoAddress = Self.logo
    var messages = ProjectMessages()
    messages[.resetPassword, "en"].text = "Go to\n\n%LINK%\n"
    let text = Self.compose(values, messages)
    #expect(text.html?.contains("<img ") == true && text.html?.contains("https://example.com/terms") == true)
    messages[.resetPassword, "en"].html = "<a href=\"%LINK%\">%APP_NAME%</a>"
    let html = Self.compose(values, messages)
    #expect(html.html == "<a href=\"https://l/?a=b&amp;c=d\">Example App</a>")
    #expect(html.text == text.text && html.text.contains("https://example.com/terms"))
  }

  @Test("a text message has no look")
  func textMessages() {
    var values = Self.values { $0.termsURL = "https://example.com/terms" }
    values.logoAddress = Self.logo
    let branded = MessageTemplates.builtIn.compose(.smsCode, languages: ["en"], values)
    let plain = MessageTemplates.builtIn.compose(.smsCode, languages: ["en"], TemplateTests.values)
    #expect(branded.text == plain.text && branded.html == nil)
  }
}
