/// The limits on the server's concurrent work.
public struct LimitsConfiguration: Sendable {
  /// The number of passwords that may wait to be hashed. If more arrive, the answer is 429.
  public var queuedPasswords: Int
  /// The time for which the server waits for a provider's answer.
  public var providerTimeout: Duration
}

enum LimitsSettings {
  static let queuedPasswords = Setting(
    "limits.queuedPasswords", .integer(1...100_000), default: "96",
    "The number of passwords that may wait to be hashed. For further passwords, the answer is 429.")
  static let providerTimeout = Setting(
    "limits.providerTimeout", .duration(1_000...60_000), default: "10s",
    "The time for which the server waits for a provider's answer.")

  static let all = [queuedPasswords, providerTimeout]

  static func read(_ reader: SettingsReader) -> LimitsConfiguration {
    LimitsConfiguration(
      queuedPasswords: reader.integer(queuedPasswords), providerTimeout: reader.duration(providerTimeout))
  }
}
