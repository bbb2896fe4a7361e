import Identity
import IdentityWire

/// Webhooks for a project file: by name, with the API's members.
extension ProjectDocument {
  static let webhookNames = ["url", "enabled", "description", "kinds", "includesUser", secretName]
  /// The member for a webhook's secret.
  static let secretName = "secret"

  /// - Throws: `CONFIGURATION_UNREADABLE` if a secret does not open.
  func webhooks(of project: Project) throws(IdentityError) -> JSONValue {
    var all: [String: JSONValue] = [:]
    for webhook in project.webhooks.sorted(by: { $0.nameInFile < $1.nameInFile }) {
      var members: [String: JSONValue] = [
        "url": .string(webhook.url), "enabled": .bool(webhook.isWanted),
        "kinds": .array(
          WebhookEventKind.allCases.filter(webhook.kinds.contains).map { .string($0.rawValue) }),
        "includesUser": .bool(webhook.includesUser),
      ]
      members["description"] = webhook.description.map { .string($0) }
      members[Self.secretName] = try projects.secret(of: webhook, in: project.id).map { secret in
        placeholder(
          for: secret.text, variable: ["webhook-secret", webhook.nameInFile, project.id.rawValue],
          in: project.id)
      }
      all[webhook.nameInFile] = .object(members)
    }
    return .object(all)
  }
}

extension Webhook {
  /// The name of the webhook in a project file.
  var nameInFile: String { name ?? id }

  /// True if an administrator turned the webhook on, even if the server turned it off later. A file contains the
  /// settings that people chose.
  var isWanted: Bool { isEnabled || ending != nil }
}
