/// The settings that refuse common or compromised new passwords.
public struct PasswordsConfiguration: Sendable {
  /// True if the most common passwords are refused.
  public var refusesCommon: Bool
  /// A file that `latchkey passwords build-filter` made from a list; nil for none.
  public var filterFile: String?
}

enum PasswordsSettings {
  static let refuseCommon = Setting(
    "passwords.refuseCommon", .flag, default: "true",
    "Whether the server refuses common new passwords.")
  static let filterFile = Setting(
    "passwords.filterFile", .file,
    "A filter file of \"latchkey passwords build-filter\". The server refuses new passwords that are in its list."
  )

  static let all = [refuseCommon, filterFile]

  static func read(_ reader: SettingsReader) -> PasswordsConfiguration {
    PasswordsConfiguration(refusesCommon: reader.flag(refuseCommon), filterFile: reader.path(filterFile))
  }
}
