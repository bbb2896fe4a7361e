import IdentityWire

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
