import FirebaseAuth
import FirebaseCore

/// The server to sign in at.
enum Backend {
  /// `latchkey dev` on this machine.
  case development
  /// The server that the app's configuration file names.
  case production

  static var current: Backend {
    #if DEBUG
      .development
    #else
      .production
    #endif
  }

  /// Configures the SDK. Call it before anything else uses authentication.
  func configure() {
    FirebaseApp.configure()
    if self == .development {
      Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
    }
  }
}
