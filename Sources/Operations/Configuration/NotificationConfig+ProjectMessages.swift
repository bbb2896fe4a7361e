import Identity
import IdentityWire
import Messaging

/// The official API's templates: a few mails in the project's default language.
extension ProjectConfig.SendEmail {
  typealias Named = WritableKeyPath<Self, Template?> & Sendable

  static let templates: [(kind: MessageKind, name: String, path: Named)] = [
    (.resetPassword, "resetPasswordTemplate", \.resetPasswordTemplate),
    (.verifyEmail, "verifyEmailTemplate", \.verifyEmailTemplate),
    (.emailChanged, "changeEmailTemplate", \.changeEmailTemplate),
    (.secondFactorEnrolled, "revertSecondFactorAdditionTemplate", \.revertSecondFactorAdditionTemplate),
  ]

  /// The templates' language if the project does not set one.
  static let defaultLanguage = "en"

  /// Nil if the project changes nothing.
  init?(_ messages: ProjectMessages, language: String) {
    self.init()
    callbackUri = messages.actionURL
    for (kind, _, path) in Self.templates {
      let wording = messages[kind, language]
      let sender = messages[kind]
      guard !wording.isEmpty || !sender.isEmpty else { continue }
      var template = Template()
      template.subject = wording.subject
      template.body = wording.html ?? wording.text
      template.bodyFormat = template.body.map { _ in wording.html == nil ? .plainText : .html }
      template.senderDisplayName = sender.name
      template.replyTo = sender.replyTo
      template.customized = !wording.isEmpty
      self[keyPath: path] = template
    }
    if self == .init() { return nil }
    method = .standard
  }

  /// The settings without the mail server, which the administration changes separately. Nil if nothing else is set.
  var withoutServer: Self? {
    var mails = self
    mails.method = nil
    mails.smtp = nil
    return mails == .init() ? nil : mails
  }

  /// Applies the templates to the project's messages, as far as the official API can express them.
  ///
  /// - Throws: `INVALID_CONFIG` for settings that belong to the server's configuration or have no
  ///   counterpart.
  func apply(to messages: inout ProjectMessages, language: String) throws(IdentityError) {
    guard Self.isNothing(dnsInfo) else {
      throw .invalidConfig(
        "There is no dnsInfo. notification.sendEmail.smtp sets up a mail server of your own.")
    }
    guard (legacyResetPasswordTemplate ?? .init()) == .init() else {
      throw .invalidConfig("There is no legacyResetPasswordTemplate. Use resetPasswordTemplate.")
    }
    messages.actionURL = callbackUri.flatMap { $0.isEmpty ? nil : $0 }
    for (kind, name, path) in Self.templates {
      let template = self[keyPath: path] ?? Template()
      guard (template.senderLocalPart ?? "").isEmpty else {
        throw .invalidConfig(
          "\(name).senderLocalPart: the sender's address is set up at the mail server.")
      }
      var wording = messages[kind, language]
      wording.subject = MessageText.given(template.subject)
      let body = MessageText.given(template.body)
      if template.bodyFormat == .html, body != nil {
        // The official API cannot express the text for readers without HTML. That text stays unchanged.
        wording.html = body
      } else {
        wording.text = body
        wording.html = nil
      }
      messages[kind, language] = wording
      messages[kind] = .init(
        name: MessageText.given(template.senderDisplayName), replyTo: MessageText.given(template.replyTo))
    }
  }

  private static func isNothing(_ value: JSONValue?) -> Bool {
    switch value {
    case nil, .null: true
    case .object(let members): members.values.allSatisfy { isNothing($0) || $0 == .bool(false) }
    default: false
    }
  }
}

/// All of a project's templates, in every language.
extension ProjectConfig.MessageConfig {
  static let maximumTemplates = 500

  /// Nil if the project changes nothing.
  init?(_ messages: ProjectMessages) {
    self.init()
    var all: [Template] = []
    for kind in MessageKind.allCases {
      for language in messages.languages(of: kind) {
        let wording = messages[kind, language]
        var template = Template()
        template.message = kind.rawValue
        template.language = language
        template.subject = wording.subject
        template.text = wording.text
        template.html = wording.html
        all.append(template)
      }
    }
    templates = all.isEmpty ? nil : all
    let known = MessageKind.allCases.filter { !messages[$0].isEmpty }.map { kind in
      var sender = Sender()
      sender.message = kind.rawValue
      sender.displayName = messages[kind].name
      sender.replyTo = messages[kind].replyTo
      return sender
    }
    senders = known.isEmpty ? nil : known
    if self == .init() { return nil }
  }

  /// - Throws: `INVALID_CONFIG`.
  func messages(actionURL: String?) throws(IdentityError) -> ProjectMessages {
    var messages = ProjectMessages()
    messages.actionURL = actionURL
    guard templates?.count ?? 0 <= Self.maximumTemplates, senders?.count ?? 0 <= Self.maximumTemplates else {
      throw .invalidConfig("There may be \(Self.maximumTemplates) templates.")
    }
    for template in templates ?? [] {
      guard let language = template.language, !language.isEmpty else {
        throw .invalidConfig("A template needs its language, such as en or pt-BR.")
      }
      let kind = try Self.kind(template.message)
      guard messages[kind, language].isEmpty else {
        throw .invalidConfig("\(kind.rawValue), \(language.prefix(40)) appears twice.")
      }
      messages[kind, language] = .init(
        subject: MessageText.given(template.subject), text: MessageText.given(template.text),
        html: MessageText.given(template.html))
    }
    for sender in senders ?? [] {
      messages[try Self.kind(sender.message)] = .init(
        name: MessageText.given(sender.displayName), replyTo: MessageText.given(sender.replyTo))
    }
    return messages
  }

  private static func kind(_ name: String?) throws(IdentityError) -> MessageKind {
    guard let kind = MessageKind(rawValue: name ?? "") else {
      throw .invalidConfig(
        "\"\((name ?? "").prefix(40))\" is no message. There are "
          + MessageKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
    return kind
  }
}

enum MessageText {
  /// Returns a text with this system's line endings, because forms send other line endings; nil if the text is empty.
  static func given(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0.replacing("\r\n", with: "\n") }
  }
}

extension ProjectMessages {
  /// - Parameter project: the project that the messages belong to.
  /// - Throws: `INVALID_CONFIG`; `UNAUTHORIZED_DOMAIN` if the page for links is not on an authorized domain.
  func check(for project: Project) throws(IdentityError) {
    do throws(Refusal) {
      try check()
    } catch {
      throw .invalidConfig(error.message)
    }
    guard let actionURL else { return }
    guard actionURL.utf8.count <= 2_048, let url = ReturnPolicy.webURL(actionURL), url.fragment() == nil,
      url.scheme?.lowercased() == "https" || ReturnPolicy.isLoopback(url.host(percentEncoded: false) ?? "")
    else {
      throw .invalidConfig("The page that links lead to has an https address without a fragment.")
    }
    guard ReturnPolicy(project: project, origins: []).isAuthorized(url) else {
      throw .refused(
        .unauthorizedDomain, "The page that links lead to has to be on one of the authorized domains.")
    }
  }
}
