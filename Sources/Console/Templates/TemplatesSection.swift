import Identity
import IdentityWire
import Operations

/// The texts of users' mails and text messages.
struct TemplatesSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: [
      "templates": PackageResources.templates_mustache, "template": PackageResources.template_mustache,
    ],
    texts: [
      "templates": .init(
        en: PackageResources.templates_en_json, ja: PackageResources.templates_ja_json,
        vi: PackageResources.templates_vi_json)
    ])

  func add(to routes: ConsoleRouteTable) {
    TemplateList.add(to: routes)
    TemplateEditor.add(to: routes)
    TemplatePreviews.add(to: routes)
  }
}

extension ConsoleRequest {
  /// The message that the path names.
  ///
  /// - Throws: `PAGE_NOT_FOUND` with 404.
  func messageKind() throws -> MessageKind {
    guard let kind = MessageKind(rawValue: parameters["kind"] ?? "") else {
      throw WireError.notFound("PAGE_NOT_FOUND")
    }
    return kind
  }

  /// The language of the project's messages if a request names none.
  var defaultMessageLanguage: String {
    project.recordedSettings.messages["notification"]?["defaultLocale"]?.stringValue.flatMap {
      $0.isEmpty ? nil : $0
    } ?? "en"
  }

  /// The page's language: a tag in lower case, if it is valid.
  var messageLanguage: String {
    query["language"].flatMap { $0.isEmpty ? nil : String($0.prefix(40)).lowercased() }
      ?? defaultMessageLanguage.lowercased()
  }

  /// Changes the project's messages. Errors are in the reader's language.
  func changeMessages(_ change: @escaping @Sendable (inout ProjectMessages) -> Void) async throws {
    var changed = project.messages
    change(&changed)
    try check(changed)
    _ = try await audited(nil) {
      try await domain.administration.changeMessages(in: project.id) { (messages) throws(IdentityError) in
        change(&messages)
      }
    }
  }

  /// - Throws: `TEMPLATE_REFUSED`, with the problem in the reader's language.
  func check(_ messages: ProjectMessages) throws {
    do throws(ProjectMessages.Refusal) {
      try messages.check()
    } catch {
      throw WireError.badRequest("TEMPLATE_REFUSED", TemplateTexts.text(of: error, texts))
    }
  }
}
