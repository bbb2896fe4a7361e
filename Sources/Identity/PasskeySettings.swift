/// How a project, or one of its tenants, takes passkeys.
public struct PasskeySettings: Sendable, Equatable, Codable {
  /// Whether passkeys are taken at all.
  public var isEnabled = true
  /// The domain that passkeys are made for. Another one strands those that there are.
  public var rpID: String
  /// The sites and Android apps from which answers are taken, as clients write them.
  public var expectedOrigins: [String]
  /// Sites that may show a page of ``expectedOrigins`` in a frame and have it ask for passkeys. With none, answers from
  /// frames of other sites are refused.
  public var topOrigins: [String] = []
  /// Whether a passkey whose user was verified counts as two factors. Off, an account's second factor is asked for as well.
  public var countsAsTwoFactors = true
  /// Whether a sign-in is refused whose counter did not move on, which may be by a copy of the authenticator.
  public var refusesCopies = true
  /// Certificates in PEM. With any, authenticators have to prove their model by a chain to one of them; passkeys that
  /// sync cannot.
  public var attestationRoots: [String] = []
  /// Passkeys that one account may have.
  public var limit = Self.usualLimit

  /// Origins that a project may have, and roots.
  public static let maximumOrigins = 50
  public static let usualLimit = 20
  public static let limits = 1...50

  public init(rpID: String, expectedOrigins: [String]) {
    self.rpID = rpID
    self.expectedOrigins = expectedOrigins
  }

  private enum CodingKeys: String, CodingKey {
    case isEnabled, rpID, expectedOrigins, topOrigins, countsAsTwoFactors, refusesCopies, attestationRoots,
      limit
  }

  /// Settings that were stored before one of them existed have its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    rpID = try container.decode(String.self, forKey: .rpID)
    expectedOrigins = try container.decode([String].self, forKey: .expectedOrigins)
    try read(.isEnabled, &isEnabled)
    try read(.topOrigins, &topOrigins)
    try read(.countsAsTwoFactors, &countsAsTwoFactors)
    try read(.refusesCopies, &refusesCopies)
    try read(.attestationRoots, &attestationRoots)
    try read(.limit, &limit)
  }
}
