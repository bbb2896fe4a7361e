import Foundation
import Identity
import IdentityWire
import Messaging
import Operations

/// The content of the editor. Texts that equal the server's are not stored as the project's own.
struct TemplateDraft: Sendable {
  private let kind: MessageKind
  private let language: String
  private let wording: ProjectMessages.Wording
  private let sender: ProjectMessages.Sender

  /// - Throws: `FORM_FIELD_MISSING`, `FORM_FIELD_TOO_LONG`.
  init(_ kind: MessageKind, _ form: ConsoleForm, _ request: ConsoleRequest) throws {
    func given(_ name: String, maximum: Int) throws -> String? {
      let text = try form.text(name, maximum: maximum)
      return text.isEmpty ? nil : text
    }
    self.kind = kind
    language = request.messageLanguage
    var typed = ProjectMessages.Wording(
      text: try given("text", maximum: ProjectMessages.maximumText * 2))
    if kind.isMail {
      typed.subject = try given("subject", maximum: ProjectMessages.maximumSubject * 2)
      typed.html = try given("html", maximum: ProjectMessages.maximumHTML * 2)
    }
    let server = Self.trimmed(
      request.domain.service.messageTemplates.wording(of: kind, in: language) ?? .init())
    wording = Self.own(typed, beside: server)
    sender =
      kind.isMail
      ? .init(
        name: try given("senderName", maximum: 200), replyTo: try given("replyTo", maximum: 512)) : .init()
  }

  func write(to messages: inout ProjectMessages) {
    messages[kind, language] = wording
    if kind.isMail { messages[kind] = sender }
  }

  /// The project's texts, or else the server's.
  static func shown(_ kind: MessageKind, _ request: ConsoleRequest) -> ProjectMessages.Wording {
    let own = request.project.messages[kind, request.messageLanguage]
    var shown = trimmed(
      request.domain.service.messageTemplates.wording(of: kind, in: request.messageLanguage) ?? .init())
    shown.subject = own.subject ?? shown.subject
    // The server's HTML belongs to the server's text.
    shown.html = own.html ?? (own.text == nil ? shown.html : nil)
    shown.text = own.text ?? shown.text
    return shown
  }

  private static func own(_ typed: ProjectMessages.Wording, beside server: ProjectMessages.Wording)
    -> ProjectMessages.Wording
  {
    var own = typed
    if typed.subject == server.subject { own.subject = nil }
    if typed.text == server.text {
      if typed.html == server.html {
        own.text = nil
        own.html = nil
      } else if typed.html != nil {
        own.text = nil
      }
    }
    return own
  }

  /// The wording as a form returns it.
  private static func trimmed(_ wording: ProjectMessages.Wording) -> ProjectMessages.Wording {
    func trimmed(_ text: String?) -> String? { text?.trimmingCharacters(in: .whitespacesAndNewlines) }
    return .init(
      subject: trimmed(wording.subject), text: trimmed(wording.text), html: trimmed(wording.html))
  }
}
