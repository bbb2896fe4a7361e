import Foundation

extension AuthCore {
  /// The core that a user from an archive belongs to: that of the configured app whose project made the session. An
  /// archive says neither where a server is nor where sessions are kept.
  ///
  /// - Parameter name: of the app that made the archive, which counts where several are of that project.
  static func ofSession(_ session: SessionData, app name: String?) -> AuthCore {
    let apps = (FirebaseApp.allApps ?? [:]).values.filter { $0.options.apiKey == session.apiKey }
    let app =
      apps.first { $0.name == name } ?? apps.first { $0.options.googleAppID == session.appID } ?? apps.first
    return app.map { Auth.auth(app: $0).core } ?? .unconfigured
  }
}
