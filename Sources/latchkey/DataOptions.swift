import ArgumentParser
import Composition
import Foundation
import Identity
import IdentityWire
import Logging
import Messaging
import Operations

/// The installation that an administrative command works on.
struct DataOptions: ParsableArguments {
  static let defaultPath = ".latchkey"

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "The data directory. A running server may use it, and notices changes within seconds. (default: \(defaultPath))",
      valueName: "directory"))
  var given: String?

  @Option(
    help: ArgumentHelp(
      "The configuration of \"latchkey serve\", which names the data directory and the master key.",
      valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp(PostgreSQLArgument.help, valueName: "address"))
  var database: PostgreSQLArgument?

  func validate() throws {
    try database?.requireAddress()
    guard config == nil || database == nil else {
      throw ValidationError("Choose one of --database and --config.")
    }
    guard given != "" else { throw ValidationError("--data needs the name of a directory.") }
    guard given == nil || config == nil else { throw ValidationError("Choose one of --data and --config.") }
  }

  /// True if the command line names an installation.
  var areGiven: Bool { given != nil || config != nil || database != nil }

  var path: String { given ?? Self.defaultPath }

  /// Opens the installation, runs the body and closes the installation again.
  ///
  /// - Parameters:
  ///   - creating: creates the installation if there is none.
  ///   - delivery: delivers messages, if any should be sent.
  ///   - observe: receives the outcome of each message.
  ///   - seals: true to seal waiting audit records at the end.
  ///   - configure: changes the backend's options.
  func withBackend<Value: Sendable>(
    creating: Bool = false, delivery: MessageDelivery? = nil,
    observing observe: @escaping @Sendable (OutboxEvent) -> Void = { _ in }, sealing seals: Bool = true,
    configure: (inout Backend.Options) throws -> Void = { _ in },
    _ body: (Backend) async throws -> Value
  ) async throws -> Value {
    let installation = try installation()
    if !creating || installation.postgreSQL == nil && installation.directory.isForbidden {
      try installation.requireInstallation()
    } else if try !installation.existsForCommand() {
      do throws(DataDirectory.Failure) { try installation.directory.create() } catch {
        throw CommandFailure(opening: installation, error)
      }
    }
    let lock = try installation.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    var options = Backend.Options(installation)
    options.log.logLevel = .warning
    options.delivery = delivery
    options.observeOutbox = observe
    try configure(&options)
    let backend = try await Backend.openForCommand(options)
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await AuditContext.$current.withValue(.commandLine) { try await body(backend) })
    } catch let error as IdentityError {
      result = .failure(CommandFailure(error))
    } catch {
      result = .failure(error)
    }
    await backend.close(sealing: seals)
    return try result.get()
  }
}

extension DataOptions {
  /// Returns the data's location and master key, from the configuration if one was named.
  func installation() throws(CommandFailure) -> Installation {
    if let config { return try Installation(ConfigurationOptions.data(of: config)) }
    return Installation(directory: DataDirectory(path: path), postgreSQL: database?.address)
  }
}

/// Reads a project's id from the command line.
func parseProjectID(_ text: String) throws -> ProjectID {
  guard let id = ProjectID(rawValue: text) else {
    throw ValidationError(
      "A project id has 1 to 63 lower-case letters, digits and hyphens, and begins with a letter.")
  }
  return id
}

extension Backend {
  func requireProject(_ id: ProjectID) async throws -> Project {
    guard let project = try await projects.project(id) else {
      throw IdentityError.refused(.projectNotFound)
    }
    return project
  }
}
