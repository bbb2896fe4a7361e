/// Something that is wrong with a configuration: where, why, and what to do.
public struct ConfigurationProblem: Error, Sendable, Equatable {
  public enum Severity: String, Sendable { case mistake, warning }

  public var severity: Severity
  /// The setting, such as `listen.port`; the file's name when it is the file itself.
  public var key: String
  /// Where it was set: `latchkey.yaml line 3`, `LATCHKEY_LISTEN_PORT`. Nil when nobody set it.
  public var source: String?
  /// A sentence. Never holds a secret.
  public var reason: String
  /// What to do, as a sentence.
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

  /// Two lines: what is wrong, and how to mend it.
  public var text: String {
    let place = source.map { " (\($0))" } ?? ""
    return "\(severity.rawValue): \(key)\(place): \(reason)\n    \(fix)"
  }
}

/// Every mistake of a configuration at once.
public struct ConfigurationMistakes: Error, Sendable {
  public let problems: [ConfigurationProblem]
  public init(_ problems: [ConfigurationProblem]) { self.problems = problems }
}
