import Identity

/// A preset of an OpenID Connect provider. The administrator adds only a client id and a client secret.
public struct OpenIDPreset: Sendable {
  public let providerID: String
  public let name: String
  public let issuer: String
  /// The page at the provider where apps are registered.
  public let registration: String

  public static let all: [OpenIDPreset] = [
    OpenIDPreset(
      providerID: "oidc.line", name: "LINE", issuer: lineIssuer,
      registration: "https://developers.line.biz/console/")
  ]

  /// Nil if there is no preset with the id.
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

  /// True if the issuer may sign ID tokens with the client secret (HS256). LINE signs in this way for
  /// sign-ins in the browser.
  static func signsBySecret(_ issuers: [String]) -> Bool { issuers.containsBytes(of: lineIssuer) }
}
