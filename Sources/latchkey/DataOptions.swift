import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Logging
import Operations
import Server

/// On which installation an administrative command works.
struct DataOptions: ParsableArguments {
  static let defaultPath = ".latchkey"

  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      "The data directory. A server may be running on it; it notices changes within seconds.",
      valueName: "directory"))
  var path = Self.defaultPath

  func validate() throws {
    guard !path.isEmpty else { throw ValidationError("--data needs the name of a directory.") }
  }

  /// Opens the installation, works on it and closes it again.
  ///
  /// - Parameter creating: makes the installation when there is none.
  func withBackend<Value: Sendable>(
    creating: Bool = false, _ body: (Backend) async throws -> Value
  ) async throws -> Value {
    let directory = DataDirectory(path: path)
    guard !directory.isForbidden else {
      throw CommandFailure(
        .dataDirectory, "\(path) cannot be read: Permission denied. It belongs to another user.")
    }
    guard creating || directory.exists else {
      throw CommandFailure(
        .dataDirectory,
        "There is no data directory at \(path). Name another one with --data, or make one with "
          + "\"latchkey project create\" or \"latchkey dev\".")
    }
    var options = Backend.Options(dataDirectory: directory)
    options.log.logLevel = .warning
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
