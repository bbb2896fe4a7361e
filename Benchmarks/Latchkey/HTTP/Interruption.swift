import Dispatch
import Foundation
import Synchronization

/// Stops the servers if this program is interrupted. They have their own process groups, so Ctrl-C does not end them.
final class Interruption {
  private final class Leftover: Sendable {
    let directory = Mutex<URL?>(nil)
  }

  private let leftover = Leftover()
  private let sources: [any DispatchSourceSignal]

  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].map { [leftover] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        ServerProcess.killAll()
        leftover.directory.withLock {
          if let directory = $0 { try? FileManager.default.removeItem(at: directory) }
        }
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  /// Also removes a directory if the program is interrupted.
  func remove(_ directory: URL) { leftover.directory.withLock { $0 = directory } }

  func end() { for source in sources { source.cancel() } }
}
