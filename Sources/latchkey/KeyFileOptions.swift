import ArgumentParser
import Foundation
import Operations

/// Where a service account's file goes, and which server it names.
struct KeyFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file to write; it must not exist. A single - writes to the output.", valueName: "file"))
  var keyFile: String

  @Option(help: "Where programs reach the server.", transform: Self.parseServer)
  var server = "http://127.0.0.1:9099"

  /// Makes the file, readable by its owner alone, before the account, so that no account is made whose key
  /// could not be written.
  func write(_ make: () async throws -> ServiceAccountFile) async throws -> ServiceAccountFile {
    if keyFile == "-" {
      let made = try await make()
      Terminal.print(made.json(server: server).reveal().trimmingCharacters(in: .newlines))
      return made
    }
    let descriptor = open(keyFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure(
        .refused, "The file \(keyFile) cannot be made: \(String(cString: strerror(errno))).")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      let made = try await make()
      try handle.write(contentsOf: Data(made.json(server: server).reveal().utf8))
      try handle.synchronize()
      return made
    } catch {
      unlink(keyFile)
      throw error
    }
  }

  private static func parseServer(_ text: String) throws -> String {
    let address = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let url = ReturnPolicy.webURL(address), url.path().isEmpty, url.query() == nil,
      url.fragment() == nil
    else {
      throw ValidationError("The server is an address such as https://auth.example.com, without a path.")
    }
    return address
  }
}
