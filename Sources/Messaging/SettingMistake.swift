/// A mistake in the settings.
public struct SettingMistake: Sendable, Equatable {
  /// The key in the configuration, such as `mail.smtp.port`, or a file and its line.
  public var key: String
  /// One sentence that states the problem.
  public var reason: String
  /// One sentence that explains how to fix the problem.
  public var fix: String

  public init(_ key: String, _ reason: String, fix: String) {
    self.key = key
    self.reason = reason
    self.fix = fix
  }
}
