import Foundation
import TestSupport

extension Pipe {
  /// Reads all that comes until its end, on a thread: libdispatch crashes where a file with a handler is closed before it
  /// has noticed the file's end.
  ///
  /// - Parameter process: the writer, which is kept until the end.
  func text(keeping process: ChildProcess) -> Watched<String> {
    let text = Watched("")
    let handle = fileHandleForReading
    Thread.detachNewThread {
      while case let part = handle.availableData, !part.isEmpty {
        text.change { $0 += String(decoding: part, as: UTF8.self) }
      }
      text.end()
      withExtendedLifetime(process) {}
    }
    return text
  }
}
