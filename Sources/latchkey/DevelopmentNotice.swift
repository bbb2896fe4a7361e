import Messaging

/// The text that a developer sees for a sent message, so that they need no mailbox or phone.
struct DevelopmentNotice {
  let text: String

  init(_ message: OutgoingMessage) {
    text =
      switch message {
      case .mail(let mail) where mail.link.isEmpty:
        "A mail without a link went to \(mail.to): \(mail.subject)\n"
      case .mail(let mail): "\(Self.purpose(of: mail)), follow this link:\n  \(mail.link)\n"
      case .sms(let sms): "The code that was sent to \(sms.to) is \(sms.code).\n"
      }
  }

  private static func purpose(of mail: OutgoingMail) -> String {
    let account = mail.accountEmail ?? mail.to
    return switch mail.requestType {
    case "PASSWORD_RESET": "To reset the password of \(account)"
    case "VERIFY_EMAIL": "To verify the address \(account)"
    case "EMAIL_SIGNIN": "To sign in as \(account)"
    case "VERIFY_AND_CHANGE_EMAIL": "To verify \(mail.to) and change the address of \(account) to it"
    case "RECOVER_EMAIL": "To restore the address \(account)"
    default: "For \(mail.to)"
    }
  }
}
