import Crypto
import Foundation
import Identity
import IdentityWire
import Operations

/// A message to a webhook, as a receiver reads it.
public struct WebhookDelivery: Sendable {
  public let id: String
  public let type: String
  public let uid: String?
  public let data: JSONValue

  /// - Throws: for a delivery without an id or a type.
  public init(_ delivery: WebhookReceiver.Delivery) throws {
    let body = try JSONParser().parse(delivery.body)
    guard let id = delivery.header("webhook-id"), let type = body["type"]?.stringValue,
      let data = body["data"]
    else { throw TestFailure("no message of a webhook: \(delivery.body)") }
    self.id = id
    self.type = type
    self.data = data
    uid = data["uid"]?.stringValue
  }

  /// True if a header of the delivery signs it with a secret, by what the specification says.
  public static func verify(_ delivery: WebhookReceiver.Delivery, _ secret: String, body: String? = nil)
    -> Bool
  {
    guard let key = Data(base64Encoded: String(secret.dropFirst("whsec_".count))), secret.hasPrefix("whsec_"),
      let id = delivery.header("webhook-id"), let time = delivery.header("webhook-timestamp"),
      let header = delivery.header("webhook-signature")
    else { return false }
    let signed = Data("\(id).\(time).\(body ?? delivery.body)".utf8)
    return header.split(separator: " ").contains { word in
      guard word.hasPrefix("v1,"), let code = Data(base64Encoded: String(word.dropFirst(3))) else {
        return false
      }
      return HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: signed, using: SymmetricKey(data: key))
    }
  }
}

extension TestServer {
  /// A webhook of the project at a receiver.
  public func addWebhook(
    _ receiver: WebhookReceiver, _ configure: (inout WebhookChange) -> Void = { _ in }
  ) async throws -> (webhook: Webhook, secret: String) {
    var change = WebhookChange()
    configure(&change)
    let made = try await backend.webhooks.create(receiver.url, change, in: Self.project)
    return (made.webhook, made.secret.reveal())
  }

  /// Sends what is due.
  @discardableResult
  public func sendWebhooks(by deliverer: WebhookDeliverer? = nil) async throws -> [WebhookDeliverer.Turn] {
    try await backend.audit.sealAudit()
    return try await (deliverer ?? backend.webhookDeliverer).deliverDue()
  }
}
