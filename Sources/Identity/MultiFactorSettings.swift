/// Which second factors users may enrol.
public struct MultiFactorSettings: Sendable, Equatable, Codable {
  public enum State: String, Sendable, Codable {
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    /// Every account needs one. Stored for the configuration's sake: whoever has none can still sign in.
    case mandatory = "MANDATORY"
  }

  public var state = State.disabled
  public var allowsPhone = false
  /// Nil when one-time passwords by time (RFC 6238) are not allowed.
  public var totp: TOTPSettings?
  /// What was configured of them while they are not allowed.
  public var suspendedTOTP: TOTPSettings?

  public var isEnabled: Bool { state != .disabled }

  public struct TOTPSettings: Sendable, Equatable, Codable {
    public static let possibleAdjacentIntervals = 0...10
    /// How many intervals of 30 seconds before and after the present one count, 0 to 10.
    public var adjacentIntervals = 5
    public init() {}
  }

  public init() {}
}
