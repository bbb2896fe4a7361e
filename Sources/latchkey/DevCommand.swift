import ArgumentParser
import Composition
import Foundation
import Identity
import Logging
import NIOCore
import Operations
import Server
import ServiceLifecycle

struct DevCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev",
    abstract: "Run a development server on this machine, with a provider lab to sign in at.",
    discussion: """
      The server listens on a loopback address only. Beside the protocol it has a sample page, a provider lab \
      that plays Apple, Facebook, GitHub, Google and an OpenID provider, an inbox, and the emulator's control \
      interface. Every API key means the one project, and "Authorization: Bearer owner" is its administrator. \
      It keeps its users in the data directory until you delete that. Ctrl-C stops it.

      EXAMPLES
        latchkey dev
        latchkey dev --port 9200 --data /tmp/my-users
        latchkey dev --ephemeral --accept-unsigned-credentials

      \(ExitStatus.help)
      """)

  @OptionGroup var options: DevelopmentOptions

  @Option(
    help: "The directory that keeps users and keys. It is made when it is missing. (default: .latchkey)")
  var data: String?

  @Option(help: ArgumentHelp(PostgreSQLArgument.help, valueName: "address"))
  var database: PostgreSQLArgument?

  @Flag(help: "Keep nothing: users and keys are gone when the server stops.")
  var ephemeral = false

  private var port: Int { options.port ?? DevelopmentOptions.defaultPort }
  private var host: String { options.host ?? "127.0.0.1" }

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
    guard let project = ProjectID(rawValue: self.options.project ?? "latchkey-dev") else { return }
    let directory = ephemeral ? nil : DataDirectory(path: data ?? DataOptions.defaultPath)
    let installation = directory.map { Installation(directory: $0, postgreSQL: database?.address) }
    let lock = try lockForServer(directory)
    let clock = SettableClock()
    var options = Backend.Options(installation)
    options.defaultProject = project
    options.acceptsUnsignedCredentials = self.options.acceptUnsignedCredentials
    options.clock = clock
    options.announce = { message in try? Terminal.print(DevelopmentNotice(message).text) }
    let backend = try await Backend.openForCommand(options)
    do {
      try await serve(
        LatchkeyServer.Development(project: project, labKeyFile: directory?.labKeyPath, clock: clock),
        backend: backend, log: options.log)
    } catch {
      await backend.close()
      throw error
    }
    await backend.close(sealing: true)
    withExtendedLifetime(lock) {}
  }

  private func lockForServer(_ directory: DataDirectory?) throws(CommandFailure) -> DataDirectoryLock? {
    guard let directory else { return nil }
    do throws(DataDirectory.Failure) { try directory.create() } catch {
      throw CommandFailure(opening: Installation(directory: directory), error)
    }
    return try directory.lockForCommand(.server)
  }

  private func serve(_ development: LatchkeyServer.Development, backend: Backend, log: Logger) async throws {
    let configuration = LatchkeyServer.Configuration.development(
      host: LoopbackHost(rawValue: host) ?? .ipv4, port: port, otherOrigins: options.origin, development)
    let server: LatchkeyServer
    let banner: String
    do {
      server = try await LatchkeyServer(configuration, backend: backend, log: log)
      let known = try await backend.projects.project(development.project)
      banner =
        DevelopmentBanner(
          origin: configuration.origins[0], host: host, port: port, project: development.project.rawValue,
          apiKey: known?.apiKeys.first ?? "",
          data: ephemeral
            ? nil : database?.address?.name ?? absolute(data ?? DataOptions.defaultPath),
          acceptsUnsignedCredentials: options.acceptUnsignedCredentials
        ).text
    } catch {
      throw CommandFailure(
        opening: ephemeral
          ? nil : Installation(directory: DataDirectory(path: data ?? DataOptions.defaultPath)),
        error)
    }
    var quiet = Logger(label: "latchkey.lifecycle")
    quiet.logLevel = .critical
    var lifecycle = ServiceGroupConfiguration(
      services: [server.application { _ in try? Terminal.print(banner) }],
      gracefulShutdownSignals: [.sigint, .sigterm], logger: quiet)
    // An answer that never ends must not keep Ctrl-C from working.
    lifecycle.maximumGracefulShutdownDuration = .seconds(5)
    do {
      try await ServiceGroup(configuration: lifecycle).run()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw CommandFailure(.unavailable, "Port \(port) of \(host) is taken. Choose another one with --port.")
    } catch let error as IOError {
      throw CommandFailure(
        .unavailable,
        "The server cannot listen on \(host) port \(port): \(String(cString: strerror(error.errnoCode))).")
    }
  }

  private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }
}
