import Logging
import Synchronization

/// Everything that a server logged, as text, so that a test can look for what must not be there.
public final class CapturedLog: Sendable {
  private let lines = Mutex<[String]>([])

  public init() {}

  public var text: String { lines.withLock { $0.joined(separator: "\n") } }

  public func handler() -> some LogHandler { Handler(log: self) }

  /// A logger that writes here.
  public var logger: Logger { Logger(label: "captured") { _ in self.handler() } }

  private func append(_ line: String) { lines.withLock { $0.append(line) } }

  private struct Handler: LogHandler {
    let log: CapturedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      log.append("\(event.level) \(event.message) \(all)")
    }
  }
}
