import Identity
import Messaging
import Operations
import Settings

/// The configured receiver of the audit log.
struct ConfiguredAudit {
  let configuration: AuditConfiguration

  /// The configured project names that are invalid.
  var mistakes: [SettingMistake] {
    (configuration.webhook?.projects ?? []).filter { ProjectID(rawValue: $0) == nil }.map { name in
      SettingMistake(
        "audit.webhook.projects", "\"\(name.prefix(80))\" is not a project's id.",
        fix: "Write ids from the output of \"latchkey project list\".")
    }
  }

  /// Nil if the audit log is not sent.
  ///
  /// - Throws: all mistakes at once.
  func webhook() throws(CommandFailure) -> AuditWebhookSettings? {
    let mistakes = mistakes
    guard mistakes.isEmpty else { throw CommandFailure(mistakes) }
    guard let webhook = configuration.webhook else { return nil }
    var settings = AuditWebhookSettings(url: webhook.url, secret: webhook.secret)
    settings.allowPrivateAddresses = webhook.allowsPrivateAddresses
    if !webhook.projects.isEmpty {
      settings.projects = Set(webhook.projects.compactMap(ProjectID.init(rawValue:)))
    }
    return settings
  }
}
