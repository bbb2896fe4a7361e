import Identity

/// An OpenID Connect provider that is ready to be added: with a client id and its secret it is complete.
public struct OpenIDPreset: Sendable {
  public let providerID: String
  public let name: String
  public let issuer: String
  /// The address at the provider for registering an app.
  public let registration: String

  public static let all: [OpenIDPreset] = [
    OpenIDPreset(
      providerID: "oidc.line", name: "LINE", issuer: lineIssuer,
      registration: "https://developers.line.biz/console/")
  ]

  /// Nil for an id without a preset.
  public init?(for providerID: String) {
    guard let known = Self.all.first(where: { $0.providerID.hasSameBytes(as: providerID) }) else {
      return nil
    }
    self = known
  }

  private init(providerID: String, name: String, issuer: String, registration: String) {
    self.providerID = providerID
    self.name = name
    self.issuer = issuer
    self.registration = registration
  }

  private static let lineIssuer = "https://access.line.me"

  /// True if the client's secret may sign the issuer's ID tokens (HS256): LINE's, for sign-ins in the browser.
  static func signsBySecret(_ issuers: [String]) -> Bool { issuers.containsBytes(of: lineIssuer) }
}
