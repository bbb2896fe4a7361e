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
  ///
  /// - Parameter showsLogoItself: true for a preview, which contains the logo. A mail has the logo's address.
  func compose(
    _ kind: MessageKind, _ values: MessageValues, showsLogoItself: Bool = false, _ caller: Caller
  ) -> MessageTemplates.Composed {
    var values = values
    values.branding = caller.project.branding
    values.logoAddress =
      showsLogoItself ? caller.project.branding.logo?.dataURL : caller.links.logoAddress(of: caller.project)
    return messages.templates.compose(
      kind, project: caller.project.messages, languages: caller.languages, values)
  }
}
