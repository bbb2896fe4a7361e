import Crypto
import Foundation
import Identity

/// A complete request to a gateway.
struct SMSRequest: Sendable, Equatable {
  var url: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  static func == (one: Self, other: Self) -> Bool {
    one.url == other.url && one.body == other.body
      && one.headers.map { [$0.name, $0.value] } == other.headers.map { [$0.name, $0.value] }
  }

  /// Nil if the settings are incomplete: see ``SMSGatewaySettings/mistakes()``.
  init?(
    _ message: QueuedMessage.SMS, project: String, id: String, createdAt: Instant, now: Instant,
    by settings: SMSGatewaySettings
  ) {
    guard settings.mistakes().isEmpty else { return nil }
    switch settings.gateway {
    case .twilio: self.init(twilio: message, settings)
    case .webhook:
      self.init(webhook: message, project: project, id: id, createdAt: createdAt, now: now, settings)
    }
  }

  /// `POST /2010-04-01/Accounts/{sid}/Messages.json`
  /// <https://www.twilio.com/docs/messaging/api/message-resource>
  private init?(twilio message: QueuedMessage.SMS, _ settings: SMSGatewaySettings) {
    guard let account = settings.account, let from = settings.from else { return nil }
    url = settings.url ?? "\(SMSGatewaySettings.twilioOrigin)/2010-04-01/Accounts/\(account)/Messages.json"
    let isService =
      from.utf8.count == 34 && from.hasPrefix("MG")
      && from.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
    let fields = [
      ("To", message.to), (isService ? "MessagingServiceSid" : "From", from), ("Body", message.text),
    ]
    body = Array(fields.map { "\($0.0)=\(Self.formEncoded($0.1))" }.joined(separator: "&").utf8)
    let credentials = Data("\(account):\(settings.secret.reveal())".utf8).base64EncodedString()
    headers = [
      ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
      ("Authorization", "Basic \(credentials)"),
    ]
  }

  private struct WebhookBody: Encodable {
    var id: String
    var project: String
    var to: String
    var from: String?
    var text: String
    /// Milliseconds since 1970.
    var createdAt: Int64
  }

  private init?(
    webhook message: QueuedMessage.SMS, project: String, id: String, createdAt: Instant, now: Instant,
    _ settings: SMSGatewaySettings
  ) {
    guard let url = settings.url else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let content = WebhookBody(
      id: id, project: project, to: message.to, from: settings.from, text: message.text,
      createdAt: createdAt.milliseconds)
    guard let body = try? encoder.encode(content) else { return nil }
    self.url = url
    self.body = Array(body)
    headers = [
      ("Content-Type", "application/json"), ("Latchkey-Message", id),
      (WebhookSignature.header, WebhookSignature.value(of: Array(body), at: now, secret: settings.secret)),
    ]
  }

  private static func formEncoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
