/// Which second factors users may enrol, and whether they have to.
public struct MultiFactorSettings: Sendable, Equatable, Codable {
  public enum State: String, Sendable, Codable {
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    /// Nobody signs in without one: see ``requiresFactor(now:)``.
    case mandatory = "MANDATORY"
  }

  public var state = State.disabled
  /// Until when users without a second factor still sign in where the state is ``State/mandatory``. Nil for no such time.
  public var mandatoryFrom: Instant?
  public var allowsPhone = false
  /// Nil when one-time passwords by time (RFC 6238) are not allowed.
  public var totp: TOTPSettings?
  /// What was configured of them while they are not allowed.
  public var suspendedTOTP: TOTPSettings?

  public var isEnabled: Bool { state != .disabled }

  /// True if nobody signs in without a second factor by now.
  public func requiresFactor(now: Instant) -> Bool {
    state == .mandatory && mandatoryFrom.map { now >= $0 } ?? true
  }

  public struct TOTPSettings: Sendable, Equatable {
    public static let possibleAdjacentIntervals = 0...10
    /// How many intervals of 30 seconds before and after the present one count, 0 to 10.
    public var adjacentIntervals = 5
    /// Whether the configuration names the intervals, or they are the default.
    public var namesIntervals = false
    public init() {}
  }

  public init() {}
}

/// Before it was stored whether the intervals were named, they always were.
extension MultiFactorSettings.TOTPSettings: Codable {
  private enum CodingKeys: String, CodingKey { case adjacentIntervals, namesIntervals }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    adjacentIntervals = try container.decode(Int.self, forKey: .adjacentIntervals)
    namesIntervals = try container.decodeIfPresent(Bool.self, forKey: .namesIntervals) ?? true
  }
}
