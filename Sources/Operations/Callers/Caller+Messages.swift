import Identity
import IdentityWire
import Messaging

extension Caller {
  /// What users know the app by.
  var appName: String { project.displayName ?? project.id.rawValue }

  /// The languages to write to a user in, the preferred one first: the request's, the project's.
  var languages: [String?] {
    [
      client.locale,
      project.recordedSettings["notification", ProjectConfig.NotificationConfig.self]?.defaultLocale,
    ]
  }
}

extension IdentityService {
  /// A message to somebody in the caller's language, in the project's words where it has some.
  func compose(_ kind: MessageKind, _ values: MessageValues, _ caller: Caller) -> MessageTemplates.Composed {
    messages.templates.compose(
      kind, project: caller.project.messages, languages: caller.languages, values)
  }
}
