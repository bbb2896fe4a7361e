/// Something in the settings that cannot work.
public struct SettingMistake: Sendable, Equatable {
  /// Where, as it is called in a configuration: `mail.smtp.port`; or a file and its line.
  public var key: String
  /// One sentence that says what is wrong.
  public var reason: String
  /// One sentence that says what to do.
  public var fix: String

  public init(_ key: String, _ reason: String, fix: String) {
    self.key = key
    self.reason = reason
    self.fix = fix
  }
}
