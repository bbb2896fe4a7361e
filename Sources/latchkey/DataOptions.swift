import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Logging
import Messaging
import Operations
import Server

/// On which installation an administrative command works.
struct DataOptions: ParsableArguments {
  static let defaultPath = ".latchkey"

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "The data directory. A server may be running on it; it notices changes within seconds. (default: \(defaultPath))",
      valueName: "directory"))
  var given: String?

  @Option(
    help: ArgumentHelp(
      "The configuration of \"latchkey serve\", which names the data directory and the master key.",
      valueName: "file"))
  var config: String?

  func validate() throws {
    guard given != "" else { throw ValidationError("--data needs the name of a directory.") }
    guard given == nil || config == nil else { throw ValidationError("Choose one of --data and --config.") }
  }

  var path: String { given ?? Self.defaultPath }

  /// Opens the installation, works on it and closes it again.
  ///
  /// - Parameters:
  ///   - creating: makes the installation when there is none.
  ///   - delivery: for messages that are to leave.
  ///   - observe: told what becomes of them.
  func withBackend<Value: Sendable>(
    creating: Bool = false, delivery: MessageDelivery? = nil,
    observing observe: @escaping @Sendable (OutboxEvent) -> Void = { _ in },
    _ body: (Backend) async throws -> Value
  ) async throws -> Value {
    var options = try backendOptions()
    guard let directory = options.dataDirectory else {
      throw CommandFailure(.dataDirectory, "There is no data.")
    }
    if creating, !directory.exists, !directory.isForbidden {
      do throws(DataDirectory.Failure) { try directory.create() } catch {
        throw CommandFailure(opening: directory, error)
      }
    } else {
      try directory.requireInstallation()
    }
    let lock = try directory.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    options.log.logLevel = .warning
    options.delivery = delivery
    options.observeOutbox = observe
    let backend = try await Backend.openForCommand(options)
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await AuditContext.$current.withValue(.commandLine) { try await body(backend) })
    } catch let error as WireError {
      result = .failure(CommandFailure(error))
    } catch {
      result = .failure(error)
    }
    await backend.close()
    return try result.get()
  }
}

extension DataOptions {
  /// The installation's files.
  func dataDirectory() throws(CommandFailure) -> DataDirectory {
    guard let config else { return DataDirectory(path: path) }
    return try ConfigurationOptions.data(of: config).dataDirectory
  }

  /// The master key's files; nil when the environment gives the key.
  func masterKeyFiles() throws(CommandFailure) -> MasterKeyFiles? {
    guard let config else { return DataDirectory(path: path).masterKeyFiles }
    let data = try ConfigurationOptions.data(of: config)
    return data.masterKey == nil ? data.dataDirectory.masterKeyFiles : nil
  }

  /// Where the data is and what opens it: from the configuration, when there is one.
  func backendOptions() throws(CommandFailure) -> Backend.Options {
    guard let config else { return Backend.Options(dataDirectory: DataDirectory(path: path)) }
    let data = try ConfigurationOptions.data(of: config)
    var options = Backend.Options(dataDirectory: data.dataDirectory)
    options.masterKey = try data.secretBox()
    return options
  }
}

/// Reads a project's id from the command line.
func parseProjectID(_ text: String) throws -> ProjectID {
  guard let id = ProjectID(rawValue: text) else {
    throw ValidationError(
      "A project id is 1 to 63 lower-case letters, digits and hyphens, and begins with a letter.")
  }
  return id
}

extension Backend {
  func requireProject(_ id: ProjectID) async throws -> Project {
    guard let project = try await projects.project(id) else {
      throw WireError.badRequest("PROJECT_NOT_FOUND")
    }
    return project
  }
}
