import Foundation
import Synchronization

/// An output for lines. Each line is written as a whole.
public final class LineOutput: Sendable {
  private let descriptor: Int32
  private let lock = Mutex(())

  /// - Parameter descriptor: must stay open while the output is used. The output does not close it.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  public static let standardError = LineOutput(descriptor: STDERR_FILENO)

  /// Writes a line. A closed pipe is ignored.
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
