import Messaging

/// Where messages go that nobody was set up to deliver: nowhere, and the operation says so.
public struct NoMessages: MessageSender {
  public init() {}

  public func send(_ message: OutgoingMessage) async throws(DeliveryFailure) {
    switch message {
    case .mail: throw DeliveryFailure(reason: "no mail server is configured")
    case .sms: throw DeliveryFailure(reason: "no gateway for text messages is configured")
    }
  }
}
