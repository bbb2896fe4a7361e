import Foundation

#if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD)
  /// The browser that the user has chosen for the whole system.
  public enum SystemBrowser {
    /// Opens a page: by `xdg-open`, or by `open` on macOS.
    ///
    /// - Throws: ``AuthError`` with `webInternalError` when there is no browser to open, or it did not open.
    public static func open(_ url: URL) async throws {
      #if os(macOS)
        try await open(url, by: ["/usr/bin/open"])
      #else
        try await open(url, by: ["/usr/bin/env", "xdg-open"])
      #endif
    }

    /// - Parameter command: a program's path and its arguments; the address is added.
    static func open(_ url: URL, by command: [String]) async throws {
      // Of an address of another kind the system would make something else than a page, a program even.
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
        throw AuthError(.webInternalError, "Only http and https addresses are opened in the browser.")
      }
      let status: Int32
      do { status = try await run(command[0], command.dropFirst() + [url.absoluteString]) } catch {
        throw failure("it cannot be run", underlying: error)
      }
      // A browser that had to be started may run for as long as its user likes, and only then end with this.
      if status != 0 { throw failure("\(command.last ?? "") ended with \(status)") }
    }

    #if os(macOS)
      private static func run(_ path: String, _ arguments: [String]) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { end in
          process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
          do {
            try process.run()
          } catch {
            process.terminationHandler = nil
            end.resume(throwing: error)
          }
        }
      }
    #else
      private static func run(_ path: String, _ arguments: [String]) async throws -> Int32 {
        try await SpawnedProgram.run(path, arguments)
      }
    #endif

    private static func failure(_ reason: String, underlying: (any Error)? = nil) -> AuthError {
      AuthError(
        .webInternalError, "The browser could not be opened: \(reason).", failureReason: reason,
        underlying: underlying)
    }
  }
#endif
