/// A problem in a configuration: its place, its reason, and its fix.
public struct ConfigurationProblem: Error, Sendable, Equatable {
  public enum Severity: String, Sendable { case mistake, warning }

  public var severity: Severity
  /// The setting's key, such as `listen.port`; the file's name if the problem is the file itself.
  public var key: String
  /// The source of the value: `latchkey.yaml line 3`, `LATCHKEY_LISTEN_PORT`. Nil if the setting was not set.
  public var source: String?
  /// The reason, as a sentence. It never contains a secret.
  public var reason: String
  /// The fix, as a sentence.
  public var fix: String

  public init(
    _ key: String, source: String? = nil, _ reason: String, fix: String, severity: Severity = .mistake
  ) {
    self.key = key
    self.source = source
    self.reason = reason
    self.fix = fix
    self.severity = severity
  }

  /// Two lines: the problem and the fix.
  public var text: String {
    let place = source.map { " (\($0))" } ?? ""
    return "\(severity.rawValue): \(key)\(place): \(reason)\n    \(fix)"
  }
}

/// All mistakes of a configuration.
public struct ConfigurationMistakes: Error, Sendable {
  public let problems: [ConfigurationProblem]
  public init(_ problems: [ConfigurationProblem]) { self.problems = problems }
}
