import Identity
import IdentityWire
import Messaging
import Operations

/// The editor of one message in one language: its texts, its sender, a preview, and a test message.
enum TemplateEditor {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("templates/{kind}") { request in
      let kind = try request.messageKind()
      let texts = request.texts
      return ConsolePage(
        section: .templates, title: TemplateTexts.name(kind, texts), template: "template",
        content: content(kind, request))
    }
    routes.action("templates/{kind}", from: "templates/{kind}", maximumBodyBytes: 262_144) { request, form in
      let kind = try request.messageKind()
      let draft = try TemplateDraft(kind, form, request)
      try await request.changeMessages { draft.write(to: &$0) }
      return .redirect(path(kind, request), notice: "common.saved")
    }
    routes.action("templates/{kind}/test", from: "templates/{kind}") { request, form in
      let kind = try request.messageKind()
      guard request.domain.service.sends(kind.isMail ? .mail : .sms, for: request.project) else {
        throw WireError.badRequest("MESSAGES_NOT_SENT")
      }
      let recipient = try form.text("recipient", maximum: 300)
      try await request.audited(.messageExample) {
        try await request.domain.service.sendExample(
          kind, to: recipient, language: request.messageLanguage, request.caller)
      }
      return .redirect(path(kind, request), notice: "templates.sent")
    }
    routes.page("templates/{kind}/reset", requires: .editor) { request in
      let kind = try request.messageKind()
      let language = request.messageLanguage
      return .confirm(
        .templates,
        ConfirmPage(
          title: request.texts("templates.resetTitle"),
          paragraphs: [
            request.texts(
              "templates.resetAbout",
              [
                "message": TemplateTexts.name(kind, request.texts),
                "language": TemplateTexts.language(language, request.texts),
              ])
          ], action: request.path(path(kind, request, "reset")), cancel: request.path(path(kind, request)),
          button: request.texts("templates.reset")))
    }
    routes.action("templates/{kind}/reset", from: "templates/{kind}/reset") { request, _ in
      let kind = try request.messageKind()
      let language = request.messageLanguage
      try await request.changeMessages { $0[kind, language] = .init() }
      return .redirect(path(kind, request), notice: "templates.wasReset")
    }
  }

  static func path(_ kind: MessageKind, _ request: ConsoleRequest, _ more: String? = nil) -> String {
    "templates/\(kind.rawValue)\(more.map { "/\($0)" } ?? "")?language="
      + ConsolePath.encode(request.messageLanguage)
  }

  private static func content(_ kind: MessageKind, _ request: ConsoleRequest) -> Content {
    let language = request.messageLanguage
    let messages = request.project.messages
    let own = messages[kind, language]
    let shown = TemplateDraft.shown(kind, request)
    let form = request.submitted("words")
    let tags = Set(MessageTemplates.builtInLanguages + messages.languages(of: kind) + [language])
    return Content(
      kind: kind.rawValue, about: request.texts("templates.about.\(kind.rawValue)"), isMail: kind.isMail,
      language: language, languageName: TemplateTexts.language(language, request.texts),
      languages: tags.sorted().map {
        FormOption(
          value: $0, title: TemplateTexts.language($0, request.texts), isSelected: $0 == language)
      }, languagePath: request.path("templates/\(kind.rawValue)"), isOwn: !own.isEmpty,
      placeholders: kind.placeholders.map {
        .init(
          text: $0.text, about: request.texts("templates.placeholder.\($0.rawValue)"),
          isRequired: kind.required.contains($0))
      }, action: request.path(path(kind, request)), subject: form?["subject"] ?? shown.subject ?? "",
      text: form?["text"] ?? shown.text ?? "", html: form?["html"] ?? shown.html ?? "",
      senderName: form?["senderName"] ?? messages[kind].name ?? "",
      replyTo: form?["replyTo"] ?? messages[kind].replyTo ?? "",
      draftAction: request.path(path(kind, request, "draft")),
      previewPath: request.path(path(kind, request, "preview")),
      testAction: request.path(path(kind, request, "test")),
      recipient: request.submitted("test")?["recipient"] ?? "",
      canSend: request.domain.service.sends(kind.isMail ? .mail : .sms, for: request.project),
      keepsMessages: request.domain.inbox != nil, resetPath: request.path(path(kind, request, "reset")))
  }

  private struct Content: Sendable {
    struct Name: Sendable {
      let text: String
      let about: String
      let isRequired: Bool
    }

    let kind: String
    let about: String
    let isMail: Bool
    let language: String
    let languageName: String
    let languages: [FormOption]
    let languagePath: String
    let isOwn: Bool
    let placeholders: [Name]
    let action: String
    let subject: String
    let text: String
    let html: String
    let senderName: String
    let replyTo: String
    let draftAction: String
    let previewPath: String
    let testAction: String
    let recipient: String
    let canSend: Bool
    /// True if test messages end in the development inbox.
    let keepsMessages: Bool
    let resetPath: String
  }
}
