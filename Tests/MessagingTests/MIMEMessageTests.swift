import Foundation
import Identity
import Testing

@testable import Messaging

@Suite("What is written on a mail")
struct MIMEMessageTests {
  private func message(_ change: (inout MIMEMessage) -> Void = { _ in }) throws -> MIMEMessage {
    let to = try #require(MailAddress("ada@example.org"))
    let from = Mailbox(name: "Example", address: try #require(MailAddress("noreply@example.com")))
    var message = MIMEMessage(
      id: "abc123", date: Instant(milliseconds: 951_782_399_000), from: from, to: to, subject: "Hello",
      text: "Text\n")
    change(&message)
    return message
  }

  static let injections = [
    "Bob\r\nBcc: victim@example.com", "Bob\nBcc: victim@example.com", "Bob\rBcc: victim@example.com",
    "Bob\u{2028}Bcc: victim@example.com", "Bob\u{85}Bcc: x", "\r\n\r\nbody", "Bob\u{0}",
    "Bob\u{202E}moc.elpmaxe",
    "Bob\" <victim@example.com>, \"", "Bob\\", "=?utf-8?B?QmNjOiB4QGV4YW1wbGUuY29t?=", "Bob\u{0B}\u{0C}x",
    String(repeating: "長い名前", count: 40),
  ]

  @Test("nothing in a name or a subject begins another header or another address", arguments: injections)
  func injection(text: String) async throws {
    let plain = try message { $0.replyTo = $0.from }
    let forged = try message {
      $0.from.name = text
      $0.replyTo = $0.from
      $0.subject = text
      $0.language = text
    }
    let parsed = try await ParsedMail(forged.encoded())
    #expect(
      Set(parsed.names).subtracting(["Content-Language"]) == Set(try await ParsedMail(plain.encoded()).names))
    #expect(parsed.names.count { $0 == "From" } == 1 && parsed.parts.keys.contains("text/plain"))
    #expect(parsed.defects.isEmpty)
    #expect(parsed.subject == HeaderText.oneLine(text))
    #expect(parsed.from.hasSuffix("<noreply@example.com>"))
    #expect(parsed.from.count { $0 == "<" } <= 2 && parsed.parts["text/plain"] == "Text\n")
    let head = String(decoding: forged.encoded(), as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
    #expect(head.utf8.allSatisfy { $0 < 0x80 })
    #expect(head.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 }, "\(head)")
  }

  @Test("addresses that could mean something else in SMTP or in a header are refused")
  func addresses() {
    for text in [
      "a@b\r\nRCPT TO:<c@d>", "a>,<b@c.de", "\"a b\"@c.de", "a b@c.de", "a@[127.0.0.1]", "@c.de", "a@",
      "a@b..c",
      "a..b@c.de", ".a@c.de", "a@-b.de", "a@b_c.de", "a(comment)@b.de", "a,b@c.de", "a;b@c.de", "a@b.de>",
      "a\u{0}@b.de", "a\u{202E}@b.de", "a@b@c.de", "a\u{A0}b@c.de",
      String(repeating: "a", count: 65) + "@b.de",
      "a@" + String(repeating: "b", count: 64) + ".de",
    ] { #expect(MailAddress(text) == nil, "\(text)") }
    #expect(MailAddress("o'brien+tag@sub.example.co")?.text == "o'brien+tag@sub.example.co")
    #expect(MailAddress("jürgen@bücher.example")?.text == "jürgen@xn--bcher-kva.example")
    for (name, ascii) in [
      ("bücher", "xn--bcher-kva"), ("例え", "xn--r8jz45g"), ("münchen-ost", "xn--mnchen-ost-9db"),
      ("việtnam", "xn--vitnam-jk8b"), ("ＥＸＡＭＰＬＥ", "example"),
    ] { #expect(MailAddress("a@\(name).de")?.domain == "\(ascii).de") }
    #expect(MailAddress("root@localhost")?.domain == "localhost")
  }

  @Test("a sender is written as people write it")
  func mailboxes() {
    #expect(Mailbox("Example <a@b.de>")?.header == "\"Example\" <a@b.de>")
    #expect(Mailbox("\"A, B\" <a@b.de>")?.name == "A, B")
    #expect(Mailbox("a@b.de")?.header == "a@b.de" && Mailbox("<a@b.de>")?.name == nil)
    #expect(Mailbox("Übung <a@b.de>")?.header == "=?utf-8?B?w5xidW5n?= <a@b.de>")
    for text in ["Example", "Example <a>", "A <b@c.de> <d@e.de>", "A\n<b@c.de>", "A <b@c.de> x", ""] {
      #expect(Mailbox(text) == nil, "\(text)")
    }
  }

  @Test("every body comes through unchanged")
  func bodies() async throws {
    for text in [
      "", "\n", "a=b\n", "trailing space \nnext\t\n", ".\n..\n",
      "日本語のテキスト\n" + String(repeating: "あ", count: 500) + "\n",
      String(repeating: "x", count: 2_000) + "\n", "emoji 👩‍👩‍👧 in\nlines\n", "--=_abc123--\n", "From me\n",
    ] {
      let mail = try message {
        $0.text = text
        $0.html = "<p>\(text)</p>"
      }.encoded()
      let parsed = try await ParsedMail(mail)
      #expect(parsed.parts["text/plain"] == text && parsed.parts["text/html"] == "<p>\(text)</p>")
      #expect(parsed.defects.isEmpty, "\(parsed.defects)")
      #expect(mail.allSatisfy { $0 < 0x80 })
      let lines = String(decoding: mail, as: UTF8.self).components(separatedBy: "\r\n")
      #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") && !$0.contains("\r") })
    }
    let ended = try await ParsedMail(try message { $0.text = "a\r\nb\rc\n" }.encoded())
    #expect(ended.parts["text/plain"] == "a\nb\nc\n")
  }

  @Test("the date is in the form of RFC 5322")
  func date() throws {
    #expect(MIMEMessage.text(Instant(milliseconds: 951_782_399_000)) == "Mon, 28 Feb 2000 23:59:59 +0000")
    #expect(MIMEMessage.text(Instant(milliseconds: 951_782_400_000)) == "Tue, 29 Feb 2000 00:00:00 +0000")
  }
}
