import Foundation

extension AuthCore {
  /// Returns the core for an archived user: the core of the configured app whose project issued the session. An
  /// archive names neither the server nor the storage of sessions.
  ///
  /// - Parameter name: the app that made the archive. It selects the app if several apps belong to that
  ///   project.
  static func ofSession(_ session: SessionData, app name: String?) -> AuthCore {
    let apps = (FirebaseApp.allApps ?? [:]).values.filter { $0.options.apiKey == session.apiKey }
    let app =
      apps.first { $0.name == name } ?? apps.first { $0.options.googleAppID == session.appID } ?? apps.first
    return app.map { Auth.auth(app: $0).core } ?? .unconfigured
  }
}
