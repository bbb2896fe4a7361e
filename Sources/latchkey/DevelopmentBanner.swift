import LatchkeyVersion

/// What a developer reads when the development server listens.
struct DevelopmentBanner {
  var origin: String
  var host: String
  var port: Int
  var project: String
  var apiKey: String
  /// Nil for a server that keeps nothing.
  var data: String?
  var acceptsUnsignedCredentials: Bool

  var text: String {
    """
    *** Latchkey \(Release.version) DEVELOPMENT SERVER: loopback only, never for real users ***

      Server        \(origin)
      Console       \(origin)/console
      Sample page   \(origin)/sample
      Provider lab  \(origin)/lab
      Inbox         \(origin)/inbox
      Public keys   \(origin)/.well-known/jwks.json

      Project id    \(project)
      API key       \(apiKey) (every other key works, too)
      Data          \(data ?? "ephemeral: users and keys are gone when the server stops")
      Unsigned credentials are \(acceptsUnsignedCredentials ? "ACCEPTED: anyone can sign in as anyone." : "refused.")

    Point an official SDK at it:

      JavaScript    connectAuthEmulator(auth, "\(origin)")
      Apple         Auth.auth().useEmulator(withHost: "\(host)", port: \(port))
      Android       adb reverse tcp:\(port) tcp:\(port)
                    Firebase.auth.useEmulator("127.0.0.1", \(port))
      Flutter       await FirebaseAuth.instance.useAuthEmulator("\(host)", \(port))
      C++           auth->UseEmulator("\(host)", \(port))
      Admin         export FIREBASE_AUTH_EMULATOR_HOST="\(bracketed):\(port)"

    Ctrl-C stops the server.

    """
  }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
}
