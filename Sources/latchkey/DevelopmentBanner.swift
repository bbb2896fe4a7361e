import LatchkeyVersion

/// The text that a developer sees when the development server listens.
struct DevelopmentBanner {
  var settings: DevelopmentSettings
  var listening: DevelopmentServer.Listening
  /// Nil if the server stores nothing.
  var data: String?

  private var origin: String { listening.origin }
  private var host: String { settings.host.rawValue }
  private var port: Int { settings.port }

  var text: String {
    """
    *** Latchkey \(Release.version) DEVELOPMENT SERVER: loopback only, never for real users ***

      Server        \(origin)
      Console       \(origin)/console
      Sample page   \(origin)/sample
      Provider lab  \(origin)/lab
      Inbox         \(origin)/inbox
      Public keys   \(origin)/.well-known/jwks.json

      Project id    \(settings.project)
      API key       \(listening.apiKey) (every other key works, too)
      Data          \(data ?? "ephemeral: users and keys are gone when the server stops")\(files)
      ID tokens     \(idTokens)
      Unsigned credentials are \(unsignedCredentials)

    Point an official SDK at it:

      JavaScript    connectAuthEmulator(auth, "\(origin)", { disableWarnings: true })
      Apple         Auth.auth().useEmulator(withHost: "\(host)", port: \(port))
      Android       adb reverse tcp:\(port) tcp:\(port)
                    Firebase.auth.useEmulator("127.0.0.1", \(port))
      Flutter       await FirebaseAuth.instance.useAuthEmulator("\(host)", \(port))
      C++           auth->UseEmulator("\(host)", \(port))
      Admin         export FIREBASE_AUTH_EMULATOR_HOST="\(settings.host.inAuthority):\(port)"\(adminNote)

    Ctrl-C stops the server.

    """
  }

  private static let margin = "\n                "

  private var files: String {
    guard !settings.fileNotes.isEmpty else { return "" }
    return "\n  Read from     " + settings.fileNotes.joined(separator: Self.margin)
  }

  private var idTokens: String {
    switch (settings.idTokens, settings.idTokenReason) {
    case (.signed, .option): "signed, because of --id-tokens"
    case (.signed, _): "signed"
    case (.unsigned, .firebaseFile):
      "UNSIGNED, as in the emulator, because there is a firebase.json (to change: --id-tokens signed)"
    case (.unsigned, _): "UNSIGNED, because of --id-tokens: this server accepts forged ID tokens"
    }
  }

  private var unsignedCredentials: String {
    settings.acceptsUnsignedCredentials ? "ACCEPTED: anyone can sign in as anyone." : "refused."
  }

  private var adminNote: String {
    guard settings.idTokens == .signed else { return "" }
    return Self.margin
      + "From an emulator, the Admin SDK for Node accepts only unsigned ID tokens:"
      + Self.margin + "start with --id-tokens unsigned."
  }
}
