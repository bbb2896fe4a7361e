import Identity

/// Something that a person is to receive.
public enum OutgoingMessage: Sendable {
  case mail(OutgoingMail)
  case sms(OutgoingSMS)
}

/// A mail with a link that does something to an account.
public struct OutgoingMail: Sendable {
  public var scope: Scope
  public var to: EmailAddress
  /// `PASSWORD_RESET`, `VERIFY_EMAIL`, `EMAIL_SIGNIN`, `VERIFY_AND_CHANGE_EMAIL`, `RECOVER_EMAIL`, …; empty
  /// for a mail without a link.
  public var requestType: String
  /// The account's address when the code was made; nil when that is `to`.
  public var accountEmail: EmailAddress?
  public var newEmail: EmailAddress?
  /// Empty for a mail without a link.
  public var code: String
  /// Empty for a mail without one.
  public var link: String
  public var subject: String
  public var body: String
  /// The body for readers whose programs show HTML.
  public var html: String?
  /// BCP 47.
  public var language: String?
  /// The name that readers see beside the sender's address, where the settings name none.
  public var senderName: String?
  /// What takes the place of the settings' name and address for answers.
  public var sender: ProjectMessages.Sender
  /// Whether it tells what has happened, instead of being asked for.
  public var isNotice: Bool
  /// Whether it is left out where too many wait, so that what it tells of does not fail.
  public var isDispensable: Bool
  /// Whether it shows an administrator what users get. Its link is good for nothing.
  public var isExample: Bool
  public var sentAt: Instant
  /// After that it is useless.
  public var expiresAt: Instant

  public init(
    scope: Scope, to: EmailAddress, requestType: String = "", accountEmail: EmailAddress? = nil,
    newEmail: EmailAddress? = nil, code: String = "", link: String = "", _ content: MessageTemplates.Composed,
    senderName: String? = nil, sender: ProjectMessages.Sender = .init(), isNotice: Bool = false,
    isDispensable: Bool = false, isExample: Bool = false, sentAt: Instant, expiresAt: Instant
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
    self.isExample = isExample
    self.sentAt = sentAt
    self.expiresAt = expiresAt
  }
}

/// A text message with a code.
public struct OutgoingSMS: Sendable {
  public var scope: Scope
  public var to: String
  /// Names the verification for whoever lists what a development server sent; empty for an example, whose code is
  /// good for nothing.
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

/// Brings messages on their way.
public protocol MessageSender: Sendable {
  /// What messages say.
  var templates: MessageTemplates { get }

  /// Whether messages of this kind can be sent at all.
  func sends(_ channel: OutboxEntry.Channel) -> Bool

  /// What has to be written in the transaction that makes what the message is about, so that neither is there
  /// without the other. Nothing where messages are not kept.
  ///
  /// - Parameter isDecoy: true for the same writes, as far as anybody can tell by their time, of a message
  ///   that nobody is sent.
  /// - Throws: ``DeliveryFailure`` when such messages cannot be sent at all.
  func writes(for message: OutgoingMessage, isDecoy: Bool) throws(DeliveryFailure) -> [StoreWrite]

  /// Accepts a message for delivery, once ``writes(for:isDecoy:)`` are durable, and returns at once: how long
  /// a delivery takes must not tell whether there was something to deliver.
  func send(_ message: OutgoingMessage) async throws(DeliveryFailure)

  /// Notes what somebody was handed who brings it on its way themselves.
  func note(handedOut message: OutgoingMessage)

  /// Notes that a code or session was used, where lists are kept of those that can be.
  func forget(code: String, in scope: Scope)

  /// Notes that no code of a scope can be used any more, where lists are kept of those that can be.
  func forgetAll(in scope: Scope)
}

/// Most senders keep nothing.
extension MessageSender {
  public var templates: MessageTemplates { .builtIn }
  public func sends(_ channel: OutboxEntry.Channel) -> Bool { true }
  public func writes(for message: OutgoingMessage, isDecoy: Bool) throws(DeliveryFailure) -> [StoreWrite] {
    []
  }
  public func note(handedOut message: OutgoingMessage) {}
  public func forget(code: String, in scope: Scope) {}
  public func forgetAll(in scope: Scope) {}
}

/// Why a message could not be sent; the text is for the log and holds nothing of the message.
public struct DeliveryFailure: Error, Sendable {
  public var reason: String
  public init(reason: String) { self.reason = reason }
}
