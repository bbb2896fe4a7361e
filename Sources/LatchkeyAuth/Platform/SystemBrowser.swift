import Foundation

#if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD)
  /// The user's default browser.
  public enum SystemBrowser {
    /// Opens a page with `xdg-open`, or with `open` on macOS.
    ///
    /// - Throws: ``AuthError`` with `webInternalError` if there is no browser, or if the browser did not open.
    public static func open(_ url: URL) async throws {
      #if os(macOS)
        try await open(url, by: ["/usr/bin/open"])
      #else
        try await open(url, by: ["/usr/bin/env", "xdg-open"])
      #endif
    }

    /// - Parameter command: a program's path and its arguments. The URL is appended.
    static func open(_ url: URL, by command: [String]) async throws {
      // With another URL scheme, the system may open something other than a page, even a program.
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
        throw AuthError(.webInternalError, "Only http and https addresses are opened in the browser.")
      }
      let status: Int32
      do { status = try await run(command[0], command.dropFirst() + [url.absoluteString]) } catch {
        throw failure("it cannot be run", underlying: error)
      }
      // If the command had to start the browser, it may run as long as the browser and return the browser's
      // exit status.
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
