import Identity
import IdentityWire
import Messaging
import Operations

/// All messages, and the settings for all of them.
enum TemplateList {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("templates") { request in
      let messages = request.project.messages
      let texts = request.texts
      return ConsolePage(
        section: .templates, title: texts("frame.section.templates"), template: "templates",
        content: Content(
          rows: MessageKind.allCases.map { kind in
            let languages = messages.languages(of: kind)
            return .init(
              name: TemplateTexts.name(kind, texts), about: texts("templates.about.\(kind.rawValue)"),
              path: request.path("templates/\(kind.rawValue)"), isMail: kind.isMail,
              languages: languages.isEmpty ? nil : languages.joined(separator: ", "),
              sender: messages[kind].name)
          }, language: request.submitted("language")?["language"] ?? request.defaultMessageLanguage,
          languages: MessageTemplates.builtInLanguages.joined(separator: ", "),
          languageAction: request.path("templates/language"),
          actionURL: request.submitted("page")?["actionURL"] ?? messages.actionURL ?? "",
          actionURLAction: request.path("templates/page"), mayChangePage: request.mayChange(.linkPage),
          ownPage: (request.domain.origins.first ?? "") + ActionLinks.path,
          sendsMail: request.domain.service.sends(.mail, for: request.project),
          sendsSMS: request.domain.service.sends(.sms, for: request.project)))
    }
    routes.action("templates/language", from: "templates") { request, form in
      var change = ProjectConfig()
      change.notification = .init()
      let language = try form.text("language", maximum: 40)
      change.notification?.defaultLocale = language.isEmpty ? nil : language
      try await request.change(change, "notification.defaultLocale")
      return .redirect("templates", notice: "common.saved")
    }
    routes.action("templates/page", changing: .linkPage, from: "templates") { request, form in
      let address = try form.text("actionURL", maximum: 2_048)
      try await request.changeMessages { $0.actionURL = address.isEmpty ? nil : address }
      return .redirect("templates", notice: "common.saved")
    }
  }

  private struct Content: Sendable {
    struct Row: Sendable {
      let name: String
      let about: String
      let path: String
      let isMail: Bool
      /// The languages with the project's own texts; nil for none.
      let languages: String?
      let sender: String?
    }

    let rows: [Row]
    let language: String
    let languages: String
    let languageAction: String
    let actionURL: String
    let actionURLAction: String
    let mayChangePage: Bool
    let ownPage: String
    let sendsMail: Bool
    let sendsSMS: Bool
  }
}
