import ArgumentParser
import Foundation
import Operations
import ServiceLifecycle

struct DevCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev",
    abstract: "Run a development server on this machine, with a provider lab for sign-ins.",
    discussion: """
      The server listens on a loopback address only. In addition to the protocol, it has a sample page, a provider lab \
      that plays Apple, Facebook, Game Center, GitHub, Google, LINE, LinkedIn, Microsoft, Play Games, X, Yahoo and \
      providers of OAuth 2.0, OpenID Connect and SAML, an inbox, and the emulator's control interface. \
      Every API key belongs to the one project, and "Authorization: Bearer owner" is the project's administrator. \
      The server keeps its users until you delete the data directory. Ctrl-C stops the server.

      In a Firebase project's directory or its subdirectories, the server replaces the project's emulator. It reads the \
      port and the host from firebase.json, and the project from .firebaserc. ID tokens, provider credentials and \
      custom tokens then need no signature. Options on the command line override these settings.

      EXAMPLES
        latchkey dev
        latchkey dev --port 9200 --data /tmp/my-users
        latchkey dev --ephemeral --accept-unsigned-credentials
        latchkey dev --id-tokens unsigned
        latchkey dev --ephemeral --import seed --export-on-exit
        latchkey dev --seed users.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var options: DevelopmentOptions

  @Option(
    help: "The directory for users and keys. It is created if it does not exist. (default: .latchkey)")
  var data: String?

  @Option(help: ArgumentHelp(PostgreSQLArgument.help, valueName: "address"))
  var database: PostgreSQLArgument?

  @Flag(help: "Store nothing: users and keys are lost when the server stops.")
  var ephemeral = false

  func validate() throws {
    try database?.requireAddress()
    guard data != "" else { throw ValidationError("--data needs the name of a directory.") }
    guard !ephemeral || data == nil else {
      throw ValidationError("Choose one of --data and --ephemeral.")
    }
    guard !ephemeral || database == nil else {
      throw ValidationError("Choose one of --database and --ephemeral.")
    }
  }

  func run() async throws {
    let settings = try DevelopmentSettings(options, for: .development, in: .find())
    let plan = try options.seedData.plan()
    let directory = ephemeral ? nil : DataDirectory(path: data ?? DataOptions.defaultPath)
    let installation = directory.map { Installation(directory: $0, postgreSQL: database?.address) }
    let lock = try lockForServer(directory)
    var server = DevelopmentServer(settings: settings, installation: installation)
    server.follow(plan)
    server.announce = { message in try? Terminal.print(DevelopmentNotice(message).text) }
    let data = directory.map { database?.address?.name ?? URL(fileURLWithPath: $0.path).path }
    try await server.run { listening in
      try? Terminal.print(DevelopmentBanner(settings: settings, listening: listening, data: data).text)
      try await gracefulShutdown()
    }
    withExtendedLifetime(lock) {}
  }

  private func lockForServer(_ directory: DataDirectory?) throws(CommandFailure) -> DataDirectoryLock? {
    guard let directory else { return nil }
    do throws(DataDirectory.Failure) { try directory.create() } catch {
      throw CommandFailure(opening: Installation(directory: directory), error)
    }
    return try directory.lockForCommand(.server)
  }
}
