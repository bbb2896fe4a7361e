import Foundation
import Synchronization

/// Where lines go, each whole.
public final class LineOutput: Sendable {
  private let descriptor: Int32
  private let lock = Mutex(())

  /// - Parameter descriptor: stays open as long as the output is used, and is not closed by it.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  public static let standardError = LineOutput(descriptor: STDERR_FILENO)

  /// A reader that has gone away is no reason to fail.
  func write(_ line: String) {
    var line = line
    line.withUTF8 { bytes in
      lock.withLock { _ in
        var written = 0
        while written < bytes.count, let start = bytes.baseAddress {
          let count = Foundation.write(descriptor, start + written, bytes.count - written)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return }
          written += count
        }
      }
    }
  }
}
