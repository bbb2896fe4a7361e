import Foundation

/// A gateway's response, and its meaning for the message.
struct SMSAnswer: Sendable {
  private let status: Int
  /// Twilio's error number, which its documentation explains. The error's text is not used, because it may contain the
  /// phone number.
  private let errorCode: Int?
  private let retryAfter: Int64?

  /// - Parameter body: the beginning of the response. Nil if it is missing.
  init(_ status: Int, body: [UInt8]?, retryAfter: Int64?) {
    struct Answer: Decodable { var code: Int? }
    self.status = status
    self.retryAfter = retryAfter
    errorCode = body.flatMap { try? JSONDecoder().decode(Answer.self, from: Data($0)).code }
  }

  var outcome: DeliveryOutcome {
    let said = errorCode.map { "\(status), error \($0)" } ?? String(status)
    switch status {
    case 200...299: return .delivered
    case 400, 410, 422: return .permanent(reason: "the SMS gateway refuses the message (\(said))")
    case 429:
      return .temporary(
        reason: "the SMS gateway does not want it now (\(said))", blocksChannel: true, retryAfter: retryAfter)
    case 408, 425:
      return .temporary(reason: "the SMS gateway does not want it now (\(said))", retryAfter: retryAfter)
    case 500...599:
      return .temporary(
        reason: "the SMS gateway failed (\(said))", blocksChannel: status != 501, retryAfter: retryAfter)
    // The account, its credit or the address has a problem that only the operator can fix.
    case 401, 402, 404, 405, 407:
      return .temporary(reason: "the SMS gateway refuses us (\(said))", blocksChannel: true)
    case 300...399:
      return .temporary(
        reason: "the SMS gateway redirects, which is not followed (\(said))", blocksChannel: true)
    // For example, the account may not send to this country.
    default: return .temporary(reason: "the SMS gateway refuses it (\(said))")
    }
  }
}
