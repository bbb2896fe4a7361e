import Messaging
import Testing

@Suite("Mail templates")
struct MailTemplateTests {
  @Test("every mail of every language names app, address and link, and no two say the same")
  func complete() {
    var subjects: Set<String> = []
    for language in MessageLanguage.allCases {
      for occasion in MailTemplate.Occasion.allCases {
        let template = MailTemplate(
          occasion, in: language,
          .init(
            appName: "Example App", email: "old@example.com", newEmail: "new@example.com",
            link: "https://l/?a=b"))
        #expect(template.subject.contains("Example App"), "\(language) \(occasion)")
        #expect(template.body.contains("\n\nhttps://l/?a=b\n\n"), "\(language) \(occasion)")
        let expected = occasion == .verifyAndChangeEmail ? "new@example.com" : "old@example.com"
        #expect(template.body.contains(expected), "\(language) \(occasion)")
        subjects.insert(template.subject)
        let withoutNew = MailTemplate(
          occasion, in: language, .init(appName: "A", email: "old@example.com", link: "l"))
        #expect(!withoutNew.body.contains("nil") && !withoutNew.body.contains("Optional"))
      }
    }
    #expect(subjects.count == MessageLanguage.allCases.count * MailTemplate.Occasion.allCases.count)
  }

  @Test("a subject is one line, whatever the app is called")
  func oneLine() {
    let template = MailTemplate(
      .passwordReset, in: .english, .init(appName: "A\r\nBcc: x@example.com", email: "e", link: "l"))
    #expect(!template.subject.contains("\n") && !template.subject.contains("\r"))
  }

  @Test("a language is found by its tag's first part, and by the reader's preferences")
  func languages() {
    #expect(MessageLanguage(tag: "ja-JP") == .japanese && MessageLanguage(tag: "VI_vn") == .vietnamese)
    #expect(MessageLanguage(tag: "jam") == nil && MessageLanguage(tag: "") == nil)
    #expect(MessageLanguage(acceptLanguage: "fr, vi;q=0.5, ja;q=0.9") == .japanese)
    #expect(MessageLanguage(acceptLanguage: "de") == .english)
    #expect(MessageLanguage(acceptLanguage: "ja;q=0, vi") == .vietnamese)
    #expect(MessageLanguage(acceptLanguage: ",;q=,;;,") == .english)
  }
}
