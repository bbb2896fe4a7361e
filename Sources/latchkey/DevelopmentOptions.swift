import ArgumentParser
import Identity
import Server

/// The options of a development server, for "latchkey dev" and "latchkey exec".
struct DevelopmentOptions: ParsableArguments {
  static let defaultPort = 9099
  static let projectRule =
    "A project id has 1 to 63 lower-case letters, digits and hyphens, and begins with a letter."

  @Option(
    help: "The port to listen on, from 1 to 65535. (default: the port in firebase.json, else \(defaultPort))")
  var port: Int?

  @Option(
    help:
      "The address to listen on: 127.0.0.1, ::1 or localhost. (default: the host in firebase.json, else 127.0.0.1)"
  )
  var host: String?

  @Option(
    help: """
      An address at which browsers reach the server through a proxy on this machine, such as \
      https://auth.localhost:8443. Repeat the option for more.
      """)
  var origin: [String] = []

  @Option(
    help: """
      The id of the project for every API key, or its alias in .firebaserc. (default: the project in .firebaserc, else \
      \(DevelopmentSettings.defaultProjectID))
      """)
  var project: String?

  @Option(
    help: """
      The form of ID tokens and session cookies: signed, or unsigned as in Firebase's emulator. From an emulator, the \
      Admin SDK for Node accepts only unsigned tokens. (default: unsigned if there is a firebase.json and in "latchkey \
      exec", else signed)
      """)
  var idTokens: IDTokenForm?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Accept provider credentials and custom tokens without a signature, as official SDKs send them to an emulator. \
      Everyone who reaches the server can then sign in as any user. (default: on if there is a firebase.json and in \
      "latchkey exec")
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
        "\(origin) is not an origin of this machine. Write a scheme, the host localhost or a host that ends in "
          + ".localhost, and a port, without a path.")
    }
  }
}
