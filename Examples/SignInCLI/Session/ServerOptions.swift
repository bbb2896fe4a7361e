import ArgumentParser
import FirebaseAuth
import FirebaseCore
import Foundation

/// Selects the server if the configuration names none, or a different one.
struct ServerOptions: ParsableArguments {
  @Option(
    help: .init(
      "The server's address: of a development server (http), or of one of your own (https).",
      valueName: "address"))
  var server: String?

  @Option(
    help: .init(
      "The project's API key, where no configuration file has it. A development server takes any.",
      valueName: "key"))
  var apiKey: String?

  @Flag(inversion: .prefixedNo, help: "Open the browser by itself. The address is shown in any case.")
  var browser = true

  /// Configures the app. Every program that uses the SDK does this first.
  ///
  /// - Throws: ``Failure``.
  func auth() throws -> Auth {
    do {
      let app = try configure()
      // The session's file has the name of this program, so that no other program uses it.
      var environment = AuthEnvironment(app: "sign-in-cli")
      environment.presenter = presenter
      let auth = try Auth.auth(app: app, in: environment)
      if let server { try use(server, auth) }
      return auth
    } catch let error as AuthError {
      throw Failure(.configuration, error.localizedDescription)
    }
  }

  private func configure() throws -> FirebaseApp {
    guard server != nil || apiKey != nil else { return try FirebaseApp.tryConfigure() }
    let options = FirebaseOptions.defaultOptions() ?? FirebaseOptions(apiKey: "development")
    if let apiKey { options.apiKey = apiKey }
    return try FirebaseApp.tryConfigure(options: options)
  }

  private func use(_ address: String, _ auth: Auth) throws {
    guard let url = URL(string: address), let host = url.host(), 1...65_535 ~= url.port ?? 443 else {
      throw Failure(.configuration, "\(address) is no address, as http://127.0.0.1:9099 is one.")
    }
    if url.scheme == "http", Self.isThisMachine(host) {
      auth.useEmulator(withHost: host, port: url.port ?? 80)
    } else {
      try auth.useBackend(url)
    }
  }

  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
  }

  /// Also prints the address: the browser may run on a different machine from the terminal.
  private var presenter: BrowserPresenter {
    BrowserPresenter { [browser] url in
      guard try await ServerQuestion.ask(url) else { return }
      Terminal.note("The sign-in goes on in your browser. If none opens, open this address on this machine:")
      Terminal.note("\n  \(url.absoluteString)\n")
      // Continues without a browser: the user can open the address by hand.
      if browser { try? await SystemBrowser.open(url) }
    }
  }
}
