extension ProjectConfig {
  /// The messages to users, in the official API's form: the templates of some mails, in one language.
  public struct NotificationConfig: MaskableMessage {
    public struct SendSMS: MaskableMessage {
      public struct Template: MaskableMessage {
        public var content: String?
        public init() {}
      }

      public var useDeviceLocale: Bool?
      /// Output only.
      public var smsTemplate: Template?
      public init() {}
    }

    /// The language of the messages, as a BCP 47 tag.
    public var defaultLocale: String?
    public var sendEmail: SendEmail?
    public var sendSms: SendSMS?
    public init() {}
  }

  public struct SendEmail: MaskableMessage {
    public enum Method: String, WireEnum {
      case unspecified = "METHOD_UNSPECIFIED"
      case standard = "DEFAULT"
      case customSMTP = "CUSTOM_SMTP"
    }

    public struct Template: MaskableMessage {
      public enum BodyFormat: String, WireEnum {
        case unspecified = "BODY_FORMAT_UNSPECIFIED"
        case plainText = "PLAIN_TEXT"
        case html = "HTML"
      }

      public var subject: String?
      public var body: String?
      public var bodyFormat: BodyFormat?
      public var senderDisplayName: String?
      public var senderLocalPart: String?
      public var replyTo: String?
      /// Output only.
      public var customized: Bool?
      public init() {}
    }

    /// The project's own mail server.
    public struct SMTP: MaskableMessage {
      public enum SecurityMode: String, WireEnum {
        case unspecified = "SECURITY_MODE_UNSPECIFIED"
        case ssl = "SSL"
        case startTLS = "START_TLS"
        /// Not in the official API.
        case plain = "NONE"
      }

      public var senderEmail: String?
      public var host: String?
      public var port: Int?
      public var username: String?
      /// Only in updates. An empty text removes the password.
      public var password: String?
      public var securityMode: SecurityMode?
      /// Only in responses: true if there is a password. Not in the official API.
      public var hasPassword: Bool?
      /// The name beside the sender's address. Not in the official API.
      public var senderName: String?
      /// Not in the official API.
      public var replyTo: String?
      public init() {}
    }

    public var method: Method?
    /// The page to which links lead.
    public var callbackUri: String?
    public var resetPasswordTemplate: Template?
    public var verifyEmailTemplate: Template?
    public var changeEmailTemplate: Template?
    public var revertSecondFactorAdditionTemplate: Template?
    public var legacyResetPasswordTemplate: Template?
    public var smtp: SMTP?
    public var dnsInfo: JSONValue?
    public init() {}
  }

  /// The texts of every message in every language, and the sender of mails.
  public struct MessageConfig: MaskableMessage {
    public struct Template: Codable, Sendable, Equatable {
      /// `verify-email`, `sms-code`, …
      public var message: String?
      /// A BCP 47 tag.
      public var language: String?
      public var subject: String?
      public var text: String?
      public var html: String?
      public init() {}
    }

    public struct Sender: Codable, Sendable, Equatable {
      /// The kind of message, as in ``Template``.
      public var message: String?
      public var displayName: String?
      public var replyTo: String?
      public init() {}
    }

    public var templates: [Template]?
    public var senders: [Sender]?
    public init() {}
  }
}
