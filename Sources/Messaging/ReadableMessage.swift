import Foundation
import Identity

/// A message as its recipient sees it.
public struct ReadableMessage: Sendable {
  public enum Kind: Sendable { case mail, sms }

  public var kind: Kind
  public var to: String
  /// Nil for a text message.
  public var subject: String?
  /// The text without the link.
  public var body: String
  /// The HTML alternative of the body.
  public var html: String?
  /// Nil if the mail has no code.
  public var code: String?
  /// The addresses in the message.
  public var links: [String]
  public var sentAt: Instant

  public init(_ message: OutgoingMessage) {
    switch message {
    case .mail(let mail):
      kind = .mail
      to = mail.to.text
      subject = mail.subject
      let text = mail.link.isEmpty ? mail.body : mail.body.replacing(mail.link + "\n\n", with: "")
      body = text.trimmingCharacters(in: .newlines)
      html = mail.html
      code = mail.code.isEmpty ? nil : mail.code
      links = mail.link.isEmpty ? [] : [mail.link]
      sentAt = mail.sentAt
    case .sms(let sms):
      kind = .sms
      to = sms.to
      subject = nil
      body = sms.body
      code = sms.code.isEmpty ? nil : sms.code
      links = []
      sentAt = sms.sentAt
    }
  }
}

extension OutgoingMessage {
  /// The message's project and tenant.
  public var scope: Scope {
    switch self {
    case .mail(let mail): mail.scope
    case .sms(let sms): sms.scope
    }
  }
}
