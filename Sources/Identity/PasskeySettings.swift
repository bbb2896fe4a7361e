/// The passkey settings of a project or tenant.
public struct PasskeySettings: Sendable, Equatable, Codable {
  /// True if passkeys are accepted at all.
  public var isEnabled = true
  /// The domain for which passkeys are made. Changing it makes existing passkeys useless.
  public var rpID: String
  /// The sites and Android apps whose responses are accepted, as clients write them.
  public var expectedOrigins: [String]
  /// Sites that may embed a page of ``expectedOrigins`` in a frame that asks for passkeys. If empty, responses from
  /// frames of other sites are refused.
  public var topOrigins: [String] = []
  /// True if a passkey whose user was verified counts as two factors. If false, the user must also prove the account's
  /// second factor.
  public var countsAsTwoFactors = true
  /// True to refuse a sign-in if the signature counter did not increase: the signature may come from a copy of the
  /// authenticator.
  public var refusesCopies = true
  /// Root certificates in PEM. If there are any, each authenticator must prove its model by a certificate chain to one
  /// of these roots. Synced passkeys cannot do this.
  public var attestationRoots: [String] = []
  /// The maximum number of passkeys of one account.
  public var limit = Self.usualLimit

  /// The maximum number of a project's origins, and of its attestation roots.
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

  /// Decodes settings that were stored before a setting existed. Missing settings get their defaults.
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
