import Foundation
import Identity
import Testing

@testable import Messaging

@Suite("An operator's templates")
struct TemplateDirectoryTests {
  private func directory(_ files: [String: String]) throws -> URL {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("latchkey-templates-\(UUID().uuidString)")
    for (name, text) in files {
      let file = directory.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return directory
  }

  @Test("each part of each message in each language can be replaced by itself")
  func replacing() throws {
    let directory = try directory([
      "en/verify-email.subject.txt": "Welcome to %APP_NAME%\n",
      "ja/verify-email.txt": "こんにちは、%DISPLAY_NAME%さん。\n\n%LINK%\n",
      "pt-BR/verify-email.html": "<p>Oi %DISPLAY_NAME%: <a href='%LINK%'>%EMAIL%</a> 100%</p>",
      "nl/verify-email.subject.txt": "Bevestig je adres", "nl/verify-email.txt": "Hallo,\n\n%LINK%\n",
      "fr/sms-code.txt": "Code %APP_NAME% : %LOGIN_CODE%\n",
    ])
    defer { try? FileManager.default.removeItem(at: directory) }
    let templates = try MessageTemplates(directory: directory.path, defaultLanguage: "de")
    func compose(_ kind: MessageKind, _ language: String?) -> MessageTemplates.Composed {
      templates.compose(kind, languages: [language], TemplateTests.values)
    }
    #expect(compose(.verifyEmail, "en").subject == "Welcome to Example App")
    #expect(compose(.verifyEmail, "en").text.contains("confirm that old@example.com"))
    let japanese = compose(.verifyEmail, "ja")
    #expect(japanese.text == "こんにちは、Adaさん。\n\nhttps://l/?a=b&c=d\n")
    #expect(japanese.subject == "【Example App】メールアドレスの確認")
    #expect(japanese.html?.contains("こんにちは、Adaさん。") == true)
    #expect(japanese.html?.contains("<a href=\"https://l/?a=b&amp;c=d\">https://l/?a=b&amp;c=d</a>") == true)
    let brazilian = compose(.verifyEmail, "pt-BR")
    #expect(brazilian.html == "<p>Oi Ada: <a href='https://l/?a=b&amp;c=d'>old@example.com</a> 100%</p>")
    #expect(brazilian.text.contains("Abra este link"))
    #expect(compose(.verifyEmail, "pt").html?.contains("Oi") == false)
    #expect(compose(.verifyEmail, "nl-BE").subject == "Bevestig je adres")
    #expect(compose(.signIn, "nl").language == "de" && compose(.signIn, nil).language == "de")
    #expect(compose(.smsCode, "fr-CA").text == "Code Example App : 123456")
  }

  @Test("every mistake is named with its file and line")
  func mistakes() throws {
    let directory = try directory([
      "en/verify-email.txt": "Hello\n%DISPLAYNAME%\n%LINK%\n", "en/verify-mail.txt": "x",
      "en/reset-password.txt": "Follow the link.\n", "en/sign-in.subject.txt": "One\nTwo\n",
      "en/sms-code.html": "<p>", "english1/verify-email.txt": "%LINK%", "sign-in.txt": "%LINK%",
      "nl/sign-in.txt": "%LINK%", "sv/sign-in.subject.txt": "x", "en/email-changed.txt": "  \n",
      "en/second-factor-removed.txt": "%LINK%",
      "de/sms-code.txt": String(repeating: "x", count: 500) + "%LOGIN_CODE%",
    ])
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data([0x61, 0x0A, 0xFF]).write(to: directory.appendingPathComponent("en/sign-in.txt"))
    let mistakes = MessageTemplates.mistakes(directory: directory.path, defaultLanguage: "tlh")
    let places = mistakes.map { $0.key.replacing(directory.path + "/", with: "") }
    #expect(
      Set(places) == [
        "en/verify-email.txt:2", "en/verify-mail.txt", "en/reset-password.txt", "en/sign-in.subject.txt:2",
        "en/sms-code.html", "english1", "sign-in.txt", "nl/sign-in.subject.txt", "sv/sign-in.txt",
        "en/email-changed.txt", "en/second-factor-removed.txt:1", "de/sms-code.txt", "en/sign-in.txt:2",
        "mail.language",
      ])
    #expect(places.count == Set(places).count)
    #expect(throws: MessageTemplates.Mistakes.self) {
      try MessageTemplates(directory: directory.path)
    }
    #expect(MessageTemplates.mistakes(directory: "/nowhere").map(\.key) == ["/nowhere"])
    #expect(MessageTemplates.mistakes(directory: nil).isEmpty)
  }
}
