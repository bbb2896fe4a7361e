import CMailTransfer

/// A mail server's last reply, or the lack of a reply, and its meaning for the message.
struct SMTPReply: Sendable {
  enum Phase: Sendable { case session, sender, recipient, content }
  enum Failure: Sendable { case unreachable, tls, login, timeout, settings, other }

  /// Nil if the server has accepted the message.
  var failure: Failure?
  var phase: Phase
  /// The reply's code (RFC 5321 section 4.2). 0 if there was no reply.
  var code: Int
  /// The enhanced status code (RFC 3463), or empty. The text after it is omitted, because it may contain the address.
  var status: String
  /// libcurl's error message.
  var description: String

  init(_ outcome: mail_outcome) {
    failure =
      switch mail_transfer_classify(outcome.code) {
      case _ where outcome.code == 0: nil
      case MAIL_FAILURE_UNREACHABLE: .unreachable
      case MAIL_FAILURE_TLS: .tls
      case MAIL_FAILURE_LOGIN: .login
      case MAIL_FAILURE_TIMEOUT: .timeout
      case MAIL_FAILURE_SETTINGS: .settings
      default: .other
      }
    phase =
      switch outcome.phase {
      case MAIL_PHASE_SENDER: .sender
      case MAIL_PHASE_RECIPIENT: .recipient
      case MAIL_PHASE_CONTENT: .content
      default: .session
      }
    code = outcome.reply
    var outcome = outcome
    status = withUnsafeBytes(of: &outcome.status) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    description = String(cString: mail_transfer_describe(outcome.code))
  }

  /// The outcome of the delivery. A 5yz reply is permanent (RFC 5321 section 4.2.1) if it is about the recipient or the
  /// message. All other refusals are about this server, its sender address or a policy. The message then waits until
  /// the operator has fixed the problem.
  var outcome: DeliveryOutcome {
    guard let failure else { return .delivered }
    let isRefused = (500...599).contains(code)
    let isDeferred = (400...499).contains(code)
    switch (failure, phase) {
    case (.tls, _):
      return .temporary(
        reason: "no secure connection to the mail server: \(description)", blocksChannel: true)
    case (.login, _):
      return .temporary(reason: "the mail server refuses user name and password\(said)", blocksChannel: true)
    case (.timeout, _):
      return .temporary(reason: "the mail server did not answer in time", blocksChannel: true)
    case (.settings, _):
      return .temporary(
        reason: "mail cannot be sent with these settings: \(description)", blocksChannel: true)
    case (_, .session):
      return .temporary(reason: "no session with the mail server: \(description)\(said)", blocksChannel: true)
    case (_, .sender) where isRefused || isDeferred:
      return .temporary(reason: "the mail server refuses the sender's address\(said)")
    case (_, _) where isRefused && isAboutMessage:
      return .permanent(reason: "the mail server refuses the message\(said)")
    case (_, _) where isRefused:
      return .temporary(reason: "the mail server does not take mail from us\(said)")
    case (_, _) where isDeferred: return .temporary(reason: "the mail server does not want it now\(said)")
    default:
      return .temporary(
        reason: "the connection to the mail server broke: \(description)", blocksChannel: true)
    }
  }

  /// True if a refusal is about this recipient or this text. The subject and the detail of the enhanced status code
  /// decide (RFC 3463 section 3). Addresses, mailboxes and contents are about the message. Networks, quotas, protocols
  /// and policies (such as denied relaying) are not. Without an enhanced status code, the reply's code decides.
  private var isAboutMessage: Bool {
    // These codes are about authentication (RFC 4954 section 6).
    guard ![530, 534, 535, 538].contains(code) else { return false }
    let parts = status.split(separator: ".").map(String.init)
    guard parts.count == 3, parts[1] != "0" else { return (550...554).contains(code) }
    switch parts[1] {
    // Details 7 and 8 are about the sender's address.
    case "1": return !["7", "8"].contains(parts[2])
    case "2", "6": return true
    default: return false
    }
  }

  private var said: String {
    guard code != 0 else { return "" }
    return status.isEmpty ? " (\(code))" : " (\(code) \(status))"
  }
}
