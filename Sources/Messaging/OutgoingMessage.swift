import Identity

/// A message for a person.
public enum OutgoingMessage: Sendable {
  case mail(OutgoingMail)
  case sms(OutgoingSMS)
}

/// A mail with a link for an action on an account, or a notice.
public struct OutgoingMail: Sendable {
  public var scope: Scope
  public var to: EmailAddress
  /// `PASSWORD_RESET`, `VERIFY_EMAIL`, `EMAIL_SIGNIN`, `VERIFY_AND_CHANGE_EMAIL`, `RECOVER_EMAIL`, …; empty
  /// for a mail without a link.
  public var requestType: String
  /// The account's address when the code was made. Nil if it equals `to`.
  public var accountEmail: EmailAddress?
  public var newEmail: EmailAddress?
  /// Empty for a mail without a link.
  public var code: String
  /// Empty for a mail without a link.
  public var link: String
  public var subject: String
  public var body: String
  /// The HTML alternative of the body.
  public var html: String?
  /// BCP 47.
  public var language: String?
  /// The sender's name, used if the settings have none.
  public var senderName: String?
  /// The project's name and reply address. They replace the name and reply address in the settings.
  public var sender: ProjectMessages.Sender
  /// True if the mail reports an event and was not requested.
  public var isNotice: Bool
  /// True if the mail may be discarded if too many mails wait. The operation that sends it then does not fail.
  public var isDispensable: Bool
  /// True if the mail is never sent, and an observer must not find out. It goes the same way through the outbox as every
  /// other mail, and only its transport and an inbox treat it differently.
  public var isDecoy: Bool
  /// True if the mail shows an administrator what users receive. Its link does not work.
  public var isExample: Bool
  public var sentAt: Instant
  /// The moment after which the mail is useless.
  public var expiresAt: Instant

  public init(
    scope: Scope, to: EmailAddress, requestType: String = "", accountEmail: EmailAddress? = nil,
    newEmail: EmailAddress? = nil, code: String = "", link: String = "", _ content: MessageTemplates.Composed,
    senderName: String? = nil, sender: ProjectMessages.Sender = .init(), isNotice: Bool = false,
    isDispensable: Bool = false, isDecoy: Bool = false, isExample: Bool = false, sentAt: Instant,
    expiresAt: Instant
  ) {
    self.scope = scope
    self.to = to
    self.requestType = requestType
    self.accountEmail = accountEmail
    self.newEmail = newEmail
    self.code = code
    self.link = link
    subject = content.subject
    body = content.text
    html = content.html
    language = content.language
    self.senderName = senderName
    self.sender = sender
    self.isNotice = isNotice
    self.isDispensable = isDispensable
    self.isDecoy = isDecoy
    self.isExample = isExample
    self.sentAt = sentAt
    self.expiresAt = expiresAt
  }
}

/// A text message with a code.
public struct OutgoingSMS: Sendable {
  public var scope: Scope
  public var to: String
  /// The verification's session id, for the list of sent messages on a development server. Empty if the message is an
  /// example, because the code of an example does not work.
  public var sessionInfo: String
  public var code: String
  public var body: String
  public var sentAt: Instant

  public init(
    scope: Scope, to: String, sessionInfo: String, code: String, body: String, sentAt: Instant
  ) {
    self.scope = scope
    self.to = to
    self.sessionInfo = sessionInfo
    self.code = code
    self.body = body
    self.sentAt = sentAt
  }
}

/// Sends messages.
public protocol MessageSender: Sendable {
  /// The templates of messages.
  var templates: MessageTemplates { get }

  /// True if the server can send messages of this channel for projects without their own settings.
  func sends(_ channel: OutboxEntry.Channel) -> Bool

  /// The writes for the transaction that creates the message's code or event, so that either both are stored or
  /// neither. Empty if messages are not stored.
  ///
  /// - Throws: ``DeliveryFailure`` if such messages cannot be sent at all.
  func writes(for message: OutgoingMessage) throws(DeliveryFailure) -> [StoreWrite]

  /// Accepts a message for delivery, once ``writes(for:)`` are durable. It returns immediately, because the time of a
  /// delivery must not reveal whether there is a recipient. Decoys are accepted, too.
  func send(_ message: OutgoingMessage) async throws(DeliveryFailure)

  /// Records a message that an administrator delivers in person.
  func note(handedOut message: OutgoingMessage)

  /// Removes a used code or session from the sender's list of usable codes and sessions, if the sender has
  /// such a list.
  func forget(code: String, in scope: Scope)

  /// Removes all codes of a scope from the sender's list of usable codes, if the sender has such a list.
  func forgetAll(in scope: Scope)
}

/// Most senders have no such list.
extension MessageSender {
  public var templates: MessageTemplates { .builtIn }
  public func sends(_ channel: OutboxEntry.Channel) -> Bool { true }
  public func writes(for message: OutgoingMessage) throws(DeliveryFailure) -> [StoreWrite] { [] }
  public func note(handedOut message: OutgoingMessage) {}
  public func forget(code: String, in scope: Scope) {}
  public func forgetAll(in scope: Scope) {}
}

/// The reason why a message could not be sent. The text is for the log and contains no part of the message.
public struct DeliveryFailure: Error, Sendable {
  public var reason: String
  public init(reason: String) { self.reason = reason }
}
