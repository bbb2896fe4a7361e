import ArgumentParser
import Foundation
import Operations

/// The path of a service account's file, and the server that the file names.
struct KeyFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file to write. The file must not exist. - writes to standard output.", valueName: "file"))
  var output: String

  static let developmentServer = "http://\(ClientConfiguration.developmentHost)"

  @Option(
    help: ArgumentHelp(
      "The address at which programs reach the server. (default: publicOrigin of --config, else a development server, \(developmentServer))",
      valueName: "address"),
    transform: Self.parseServer)
  var server: String?

  /// Creates the file, readable only by its owner, and then the account. If the file cannot be created, neither is
  /// the account.
  ///
  /// - Parameters:
  ///   - config: the configuration of "latchkey serve", if one was named.
  ///   - takeBack: deletes the account. Called if the key cannot be written to the file or the output.
  func write(
    config: String?, _ make: () async throws -> ServiceAccountFile,
    takeBack: (ServiceAccountFile) async throws -> Void
  ) async throws -> ServiceAccountFile {
    let server = try self.server ?? config.map(ConfigurationOptions.publicOrigin) ?? Self.developmentServer
    guard output != "-" else {
      return try await deliver(make, takeBack, server) { text throws(CommandFailure) in
        try Terminal.deliver(text.trimmingCharacters(in: .newlines))
      }
    }
    let descriptor = open(output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .refused, "The file \(output) cannot be created: \(String(cString: strerror(errno))).")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      return try await deliver(make, takeBack, server) { text throws(CommandFailure) in
        do {
          try handle.write(contentsOf: Data(text.utf8))
          try handle.synchronize()
        } catch {
          throw CommandFailure(
            .refused, "The file \(output) cannot be written: \(Terminal.reason(of: error)).")
        }
      }
    } catch {
      unlink(output)
      throw error
    }
  }

  private func deliver(
    _ make: () async throws -> ServiceAccountFile, _ takeBack: (ServiceAccountFile) async throws -> Void,
    _ server: String, to destination: (String) throws(CommandFailure) -> Void
  ) async throws -> ServiceAccountFile {
    let made = try await make()
    do throws(CommandFailure) {
      try destination(made.json(server: server).reveal())
    } catch {
      do {
        try await takeBack(made)
      } catch _ {
        throw CommandFailure(
          error.status,
          "\(error.message) The key \(made.keyID) of \(made.account.email) was created and could not be "
            + "deleted again.")
      }
      throw error
    }
    return made
  }

  /// Reads a server's address from the command line.
  static func parseServer(_ text: String) throws -> String {
    let address = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let url = ReturnPolicy.webURL(address), url.path().isEmpty, url.query() == nil,
      url.fragment() == nil
    else {
      throw ValidationError("The server must be an address such as https://auth.example.com, without a path.")
    }
    return address
  }
}
