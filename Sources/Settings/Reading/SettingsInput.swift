import Foundation

/// An operator's input: a file, the environment, and flags.
public struct SettingsInput: Sendable {
  /// A file in YAML or JSON; nil for none.
  public var file: String?
  public var environment: [String: String]
  /// Texts in the form `key=value` from the command line.
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
