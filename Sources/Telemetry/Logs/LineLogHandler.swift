import Foundation
import Logging

/// Writes each event as one line: JSON for machines or text for people.
public struct LineLogHandler: LogHandler {
  public enum Format: Sendable { case json, text }

  public var logLevel: Logger.Level
  public var metadata: Logger.Metadata = [:]
  public var metadataProvider: Logger.MetadataProvider?
  private let format: Format
  private let output: LineOutput
  private let now: @Sendable () -> Date

  public init(
    format: Format, level: Logger.Level, output: LineOutput, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.format = format
    logLevel = level
    self.output = output
    self.now = now
  }

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    switch format {
    case .json: output.write(LogLine.json(event, all, at: now()))
    case .text: output.write(LogLine.text(event, all, at: now()))
    }
  }
}
