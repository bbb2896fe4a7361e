import ArgumentParser
import Identity
import Server

/// The options of a development server, whichever command starts it.
struct DevelopmentOptions: ParsableArguments {
  static let defaultPort = 9099
  static let projectRule =
    "A project id is 1 to 63 lower-case letters, digits and hyphens, and begins with a letter."

  @Option(help: "The port to listen on, from 1 to 65535. (default: firebase.json's, else \(defaultPort))")
  var port: Int?

  @Option(
    help: "The address to listen on: 127.0.0.1, ::1 or localhost. (default: firebase.json's, else 127.0.0.1)")
  var host: String?

  @Option(
    help: """
      An address by which browsers reach the server through a proxy on this machine, such as \
      https://auth.localhost:8443. Can be given more than once.
      """)
  var origin: [String] = []

  @Option(
    help: """
      The id of the project that every API key means, or its alias in .firebaserc. (default: .firebaserc's, else \
      \(DevelopmentSettings.defaultProjectID))
      """)
  var project: String?

  @Option(
    help: """
      Whether ID tokens and session cookies have a signature: signed, or unsigned as Firebase's emulator makes them. \
      From an emulator, the Admin SDK for Node accepts only unsigned ones. (default: unsigned beside a firebase.json \
      and in "latchkey exec", else signed)
      """)
  var idTokens: IDTokenForm?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Accept provider credentials and custom tokens without a signature, as official SDKs send them to an emulator. \
      Whoever reaches the server can then sign in as anyone. (default: beside a firebase.json and in "latchkey exec")
      """)
  var acceptUnsignedCredentials: Bool?

  @OptionGroup(title: "Seed data")
  var seedData: SeedDataOptions

  func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("The port must be from 1 to 65535.")
    }
    if let host, LoopbackHost(rawValue: host) == nil {
      throw ValidationError(
        "The development server listens on loopback addresses only: 127.0.0.1, ::1 or localhost.")
    }
    for origin in origin where !LatchkeyServer.Configuration.isDevelopmentOrigin(origin) {
      throw ValidationError(
        "\(origin) is no origin of this machine. Give a scheme, a name that is localhost or ends in "
          + ".localhost, and a port; nothing after it.")
    }
  }
}
