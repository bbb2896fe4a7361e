/// How much work the server takes on at once.
public struct LimitsConfiguration: Sendable {
  /// How many passwords may wait to be hashed; past that the answer is 429.
  public var queuedPasswords: Int
  /// For how long a provider's answer is waited for.
  public var providerTimeout: Duration
}

enum LimitsSettings {
  static let queuedPasswords = Setting(
    "limits.queuedPasswords", .integer(1...100_000), default: "64",
    "How many passwords may wait to be hashed; past that the answer is 429.")
  static let providerTimeout = Setting(
    "limits.providerTimeout", .duration(1_000...60_000), default: "10s",
    "How long the server waits for a provider's answer.")

  static let all = [queuedPasswords, providerTimeout]

  static func read(_ reader: SettingsReader) -> LimitsConfiguration {
    LimitsConfiguration(
      queuedPasswords: reader.integer(queuedPasswords), providerTimeout: reader.duration(providerTimeout))
  }
}
