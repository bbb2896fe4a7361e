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

  /// Nil for an id that has none.
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

  /// True for the issuer, with or without a slash at its end, whose ID tokens the client's own secret may sign (HS256): LINE, for sign-ins in the browser.
  static func signsBySecret(_ issuers: [String]) -> Bool { issuers.containsBytes(of: lineIssuer) }
}
