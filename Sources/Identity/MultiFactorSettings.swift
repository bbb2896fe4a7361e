/// The settings of second factors: the kinds that users may enrol, and whether users must enrol a second factor.
public struct MultiFactorSettings: Sendable, Equatable, Codable {
  public enum State: String, Sendable, Codable {
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    /// A second factor is required to sign in: see ``requiresFactor(now:)``.
    case mandatory = "MANDATORY"
  }

  public var state = State.disabled
  /// With ``State/mandatory``, the moment until which users without a second factor may still sign in. Nil if the
  /// requirement applies at once.
  public var mandatoryFrom: Instant?
  public var allowsPhone = false
  /// Nil if time-based one-time passwords (RFC 6238) are not allowed.
  public var totp: TOTPSettings?
  /// The settings of one-time passwords, stored while one-time passwords are not allowed.
  public var suspendedTOTP: TOTPSettings?

  public var isEnabled: Bool { state != .disabled }

  /// True if the settings allow at least one kind of second factor. ``state`` says whether users may enrol it.
  public var hasKind: Bool { allowsPhone || totp != nil }

  /// True if every user needs a factor and no user can enrol one. Users without a factor could then never sign in
  /// again.
  public var locksUsersOut: Bool { state == .mandatory && !hasKind }

  /// True if a second factor is required to sign in now.
  public func requiresFactor(now: Instant) -> Bool {
    state == .mandatory && mandatoryFrom.map { now >= $0 } ?? true
  }

  public struct TOTPSettings: Sendable, Equatable {
    public static let possibleAdjacentIntervals = 0...10
    /// The number of 30-second intervals before and after the current one whose passwords are accepted, 0 to 10.
    public var adjacentIntervals = 5
    /// True if the configuration names the number of intervals; false if it is the default.
    public var namesIntervals = false
    public init() {}
  }

  public init() {}
}

/// Decodes settings from before ``namesIntervals`` was stored. Such settings always named the intervals.
extension MultiFactorSettings.TOTPSettings: Codable {
  private enum CodingKeys: String, CodingKey { case adjacentIntervals, namesIntervals }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    adjacentIntervals = try container.decode(Int.self, forKey: .adjacentIntervals)
    namesIntervals = try container.decodeIfPresent(Bool.self, forKey: .namesIntervals) ?? true
  }
}
