import Identity
import IdentityWire
import Messaging

extension Caller {
  /// The name of the app that users know.
  var appName: String { project.appName }

  /// The languages for messages to a user, the preferred one first: the request's, then the project's.
  var languages: [String?] {
    [
      client.locale,
      project.recordedSettings["notification", ProjectConfig.NotificationConfig.self]?.defaultLocale,
    ]
  }
}

extension IdentityService {
  /// Composes a message in the caller's language, with the project's own templates if it has any.
  func compose(_ kind: MessageKind, _ values: MessageValues, _ caller: Caller) -> MessageTemplates.Composed {
    var values = values
    values.branding = caller.project.branding
    return messages.templates.compose(
      kind, project: caller.project.messages, languages: caller.languages, values)
  }
}
