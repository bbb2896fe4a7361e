import Identity
import IdentityWire
import Messaging

/// A message as its recipient would see it.
public struct MessagePreview: Sendable {
  public var content: MessageTemplates.Composed
  /// The sender's name beside the address, unless the server's settings name one; nil for a text message.
  public var senderName: String?
  public var replyTo: String?
}

extension IdentityService {
  /// The templates that apply if the project has none of its own.
  public var messageTemplates: MessageTemplates { messages.templates }

  /// True if messages can be sent for projects without settings of their own.
  public func sends(_ channel: OutboxEntry.Channel) -> Bool { messages.sends(channel) }

  /// True if messages of a project can be sent, by its own settings or the server's.
  public func sends(_ channel: OutboxEntry.Channel, for project: Project) -> Bool {
    switch channel {
    case .mail where project.mailServer != nil, .sms where project.smsGateway != nil: true
    case .mail, .sms, .revocation: messages.sends(channel)
    }
  }

  /// Composes a message with example values and a link that does not work. It contains the project's logo, so that a page
  /// can show it without fetching anything.
  ///
  /// - Parameters:
  ///   - draft: templates to preview before they are saved; nil for the project's own.
  ///   - language: a language tag; nil for the caller's.
  /// - Throws: `INVALID_CONFIG` and similar errors for an invalid draft; 503 if the server's origin is not
  ///   configured.
  public func preview(
    _ kind: MessageKind, draft: ProjectMessages? = nil, language: String?, to recipient: String? = nil,
    _ caller: Caller
  ) throws(IdentityError) -> MessagePreview {
    try example(kind, draft: draft, language: language, to: recipient, showsLogoItself: true, caller)
  }

  private func example(
    _ kind: MessageKind, draft: ProjectMessages? = nil, language: String?, to recipient: String? = nil,
    showsLogoItself: Bool, _ caller: Caller
  ) throws(IdentityError) -> MessagePreview {
    var caller = caller
    if let draft {
      try draft.check(for: caller.project)
      caller.project.messages = draft
    }
    if let language { caller.client.locale = language }
    var values = MessageValues.example(appName: caller.appName)
    values.link = try kind.codeKind.map { (code) throws(IdentityError) in
      try caller.links.link(code, code: "EXAMPLE", .init(), caller)
    }
    if kind.isMail, let recipient { values.email = recipient }
    let sender = caller.project.messages[kind]
    let server = kind.isMail ? caller.project.mailServer : nil
    return MessagePreview(
      content: compose(kind, values, showsLogoItself: showsLogoItself, caller),
      senderName: kind.isMail ? sender.name ?? server?.senderName ?? caller.appName : nil,
      replyTo: sender.replyTo ?? server?.replyTo)
  }

  /// Sends a message with example values over the same channel as users' messages. It counts towards the
  /// limits of its recipient and the project.
  ///
  /// - Parameters:
  ///   - recipient: an address, or a phone number for a text message.
  ///   - language: as in ``preview(_:draft:language:to:_:)``.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `INVALID_EMAIL`, `INVALID_PHONE_NUMBER`,
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER`, `QUOTA_EXCEEDED`; `OPERATION_NOT_ALLOWED` if the server does not send
  ///   such messages or the region is not enabled.
  public func sendExample(_ kind: MessageKind, to recipient: String, language: String?, _ caller: Caller)
    async throws(IdentityError)
  {
    try caller.requireAdministrator()
    try requireDelivery(by: kind.isMail ? .mail : .sms, for: caller.project)
    let now = clock.now()
    let message: OutgoingMessage
    let counts: [StoreWrite]
    if kind.isMail {
      let email = try Self.requiredEmail(recipient).address
      guard email.isMailable else { throw .refused(.invalidEmail) }
      counts = mailExample(to: email, caller, now: now)
      message = .mail(try mailExample(kind, to: email, language: language, caller, now: now))
    } else {
      let number = try Self.phoneNumber(recipient)
      guard caller.signIn.testCode(of: number) == nil else {
        throw .refused(.invalidPhoneNumber, "A test number is sent nothing.")
      }
      guard caller.signIn.smsRegions?.allows(number) ?? true else {
        throw .refused(.operationNotAllowed, "The number's region is not enabled.")
      }
      counts = textMessage(to: number, caller, now: now)
      let text = try preview(kind, language: language, caller).content.text
      message = .sms(
        OutgoingSMS(scope: caller.scope, to: number, sessionInfo: "", code: "", body: text, sentAt: now))
    }
    AuditContext.current.trail?.note("message", kind.rawValue)
    do {
      let writes = try messages.writes(for: message) + counts
      try await storing { () async throws(StoreError) in try await store.apply(writes) }
      try await messages.send(message)
    } catch let error as IdentityError {
      throw error
    } catch {
      throw .unavailable(.internalError, cause: "an example could not be sent: \(error)")
    }
  }

  /// Counts a test message through a project's own mail server or gateway. It counts towards the limits of its recipient
  /// and the project, as in ``sendExample(_:to:language:_:)``, because the recipient did not ask for it.
  ///
  /// - Parameter recipient: an address, or a phone number for a text message.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `INVALID_EMAIL`, `INVALID_PHONE_NUMBER`, `TOO_MANY_ATTEMPTS_TRY_LATER`,
  ///   `QUOTA_EXCEEDED`.
  public func countTest(_ channel: OutboxEntry.Channel, to recipient: String, _ caller: Caller)
    async throws(IdentityError)
  {
    try caller.requireAdministrator()
    let now = clock.now()
    let counts: [StoreWrite] =
      switch channel {
      case .mail: mailExample(to: try Self.requiredEmail(recipient).address, caller, now: now)
      case .sms: textMessage(to: try Self.phoneNumber(recipient), caller, now: now)
      case .revocation: []
      }
    try await count(counts)
  }

  private func mailExample(
    _ kind: MessageKind, to email: EmailAddress, language: String?, _ caller: Caller, now: Instant
  ) throws(IdentityError) -> OutgoingMail {
    let example = try example(kind, language: language, to: email.text, showsLogoItself: false, caller)
    let link = try kind.codeKind.map { (code) throws(IdentityError) in
      try caller.links.link(code, code: "EXAMPLE", .init(), caller)
    }
    return OutgoingMail(
      scope: caller.scope, to: email, requestType: kind.codeKind?.rawValue ?? "", link: link ?? "",
      example.content, senderName: caller.appName, sender: caller.project.messages[kind], isExample: true,
      sentAt: now, expiresAt: now.adding(seconds: 86_400))
  }
}

extension MessageKind {
  /// The kind of the code in the message's link; nil for a message without a link.
  fileprivate var codeKind: OOBCode.Kind? {
    switch self {
    case .resetPassword: .passwordReset
    case .verifyEmail: .verifyEmail
    case .signIn: .emailSignIn
    case .verifyAndChangeEmail: .verifyAndChangeEmail
    case .emailChanged, .emailRemoved: .recoverEmail
    case .secondFactorEnrolled, .secondFactorRemoved, .recoveryCodeUsed, .recoveryCodesReplaced,
      .signInMethodAdded, .signInMethodRemoved, .passkeyCopied, .passwordChanged, .smsCode:
      nil
    }
  }
}
