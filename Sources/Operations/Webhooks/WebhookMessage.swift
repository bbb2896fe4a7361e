import Identity
import IdentityWire

/// A message to a webhook: one of the kinds that an audit record yields.
struct WebhookMessage: Sendable {
  let event: AuditEvent
  let kind: WebhookEventKind

  /// The ID for recognising duplicates. It is the same for every attempt, node and replay.
  var id: String { "\(event.id)-\(kind.suffix)" }

  /// Returns the messages of a record in order; none if the record cannot be read.
  static func list(of record: AuditRecord) -> [WebhookMessage] {
    guard let event = record.event else { return [] }
    return WebhookEventKind.kinds(of: event).map { WebhookMessage(event: event, kind: $0) }
  }

  /// True if the message contains the account's current state.
  var hasUser: Bool { event.account != nil && kind != .deleted && kind != .test }

  /// True if the webhook should receive the message.
  ///
  /// - Parameter replay: the replay that sends the message; nil for none.
  func isSent(to webhook: Webhook, in replay: Webhook.Replay?) -> Bool {
    guard let replay else { return webhook.sends(kind, at: event.at) }
    return webhook.sends(kind) && replay.start <= event.at && event.at < replay.end
  }

  /// - Parameters:
  ///   - user: the account's current state; nil if it is deleted or left out.
  ///   - includesClient: whether to include the client's address.
  func body(user: Account?, includesClient: Bool) -> String {
    var data: [String: JSONValue] = [
      "event_id": .string(event.id), "project_id": .string(event.project?.rawValue ?? ""),
      "actor": .string(event.actor),
    ]
    data["tenant_id"] = event.tenant.map { .string($0.rawValue) }
    data["uid"] = event.account.map { .string($0.rawValue) }
    data["provider"] = event.details["provider"].map { .string($0) }
    data["second_factor"] = event.details["secondFactor"].map { .string($0) }
    data["accounts"] = event.details["accounts"].flatMap { Int64($0) }.map { .integer($0) }
    data["changed"] = Self.array(event.detailList("changed", separator: ","))
    let providers = event.detailList("providers", separator: " ")
    data["linked"] = Self.array(providers.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) })
    data["unlinked"] = Self.array(providers.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
    if includesClient {
      data["ip_address"] = event.clientAddress.map { .string($0) }
      data["user_agent"] = event.userAgent.map { .string($0) }
    }
    data["user"] = user.map { .object($0.userRecord) }
    return JSONWriter.text(
      .object([
        "type": .string(kind.rawValue), "timestamp": .string(event.at.iso8601), "data": .object(data),
      ]))
  }

  private static func array(_ words: [String]) -> JSONValue? {
    words.isEmpty ? nil : .array(words.map { .string($0) })
  }
}
