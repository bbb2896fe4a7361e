import Foundation

/// What an operator gives: a file, the environment, and flags.
public struct SettingsInput: Sendable {
  /// YAML or JSON; nil reads none.
  public var file: String?
  public var environment: [String: String]
  /// `key=value`, as they stand on the command line.
  public var flags: [String]

  public init(
    file: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
    flags: [String] = []
  ) {
    self.file = file
    self.environment = environment
    self.flags = flags
  }
}
