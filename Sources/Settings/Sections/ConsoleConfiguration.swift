/// The access to the console.
public struct ConsoleConfiguration: Sendable {
  /// True if the console is available as soon as it has an owner.
  public var isEnabled: Bool
  /// The networks that can reach the console; empty for all.
  public var networks: [AddressRange]

  public init(isEnabled: Bool = true, networks: [AddressRange] = []) {
    self.isEnabled = isEnabled
    self.networks = networks
  }

  /// - Parameter address: the client's address; nil if it is not known.
  @Sendable public func allows(_ address: String?) -> Bool {
    guard !networks.isEmpty else { return true }
    guard let address else { return false }
    return networks.contains { $0.contains(address) }
  }
}

enum ConsoleSettings {
  static let enabled = Setting(
    "console.enabled", .flag, default: "true",
    "Whether the server has a console at /console. It needs an owner: \"latchkey console create-owner\" creates one."
  )
  static let networks = Setting(
    "console.networks", .list("addresses or networks, such as 10.0.0.0/8"),
    "The networks that can reach the console. (default: all)")

  static let all = [enabled, networks]

  static func read(_ reader: SettingsReader) -> ConsoleConfiguration {
    let isEnabled = reader.flag(enabled)
    let ranges = reader.list(networks).compactMap { text -> AddressRange? in
      guard let range = AddressRange(text) else {
        reader.problem(
          networks, "\"\(text.prefix(60))\" is neither an address nor a network.",
          fix: "Write 10.1.2.3, 10.0.0.0/8 or 2001:db8::/32. The bits after a network's prefix must be 0.")
        return nil
      }
      return range
    }
    if !isEnabled, !ranges.isEmpty {
      reader.problem(
        networks, "The console is off.",
        fix: "Set \(enabled.key) to true, or remove \(networks.key).")
    }
    return ConsoleConfiguration(isEnabled: isEnabled, networks: ranges)
  }
}
