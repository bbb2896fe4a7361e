import Identity

/// The providers that there are.
public enum ProviderCatalog {
  /// Authorization parameters that are the server's and never an app's.
  public static let forbiddenParameters: Set<String> = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "response_mode", "request", "request_uri", "client_secret",
  ]

  /// `oidc.*` stands for every generic OpenID provider.
  public static let supportedIDs = fixed.map(\.providerID).sorted() + ["oidc.*"]

  /// Those that there is one of each.
  private static let fixed: [Provider] = [.apple, .facebook, .gameCenter, .gitHub, .google]

  public static func entry(for providerID: String) -> Provider? {
    fixed.first { $0.providerID.hasSameBytes(as: providerID) }
      ?? (isOpenID(providerID) ? .openID(providerID) : nil)
  }

  /// The provider's addresses with the settings' overrides laid over them.
  public static func endpoints(for settings: ProviderSettings) -> ProviderEndpoints? {
    guard let entry = entry(for: settings.providerID) else { return nil }
    var merged = settings.endpoints
    let real = entry.endpoints
    merged.issuer = merged.issuer ?? real.issuer
    merged.authorization = merged.authorization ?? real.authorization
    merged.token = merged.token ?? real.token
    merged.jwks = merged.jwks ?? real.jwks
    merged.userInfo = merged.userInfo ?? real.userInfo
    merged.userEmails = merged.userEmails ?? real.userEmails
    merged.tokenCheck = merged.tokenCheck ?? real.tokenCheck
    merged.revocation = merged.revocation ?? real.revocation
    merged.limitedLoginJWKS = merged.limitedLoginJWKS ?? real.limitedLoginJWKS
    return merged
  }

  /// Whether an authorization response that names this issuer (RFC 9207) may come from the provider. One of
  /// whom no issuer is known is not judged by it.
  public static func mayAnswer(as issuer: String, _ settings: ProviderSettings) -> Bool {
    guard let provider = entry(for: settings.providerID) else { return true }
    let expected =
      provider.isDiscovered
      ? settings.acceptedIssuers : settings.endpoints.issuer.map { [$0] } ?? provider.issuers
    return expected.isEmpty || expected.containsBytes(of: issuer)
  }

  /// Whether the browser brings an ID token, and no code that is exchanged for one.
  static func isAnsweredByIDToken(_ settings: ProviderSettings) -> Bool {
    entry(for: settings.providerID)?.mayAnswerByIDToken == true && settings.responseType == .idToken
  }

  static func isOpenID(_ providerID: String) -> Bool { isName(providerID, after: "oidc.") }

  /// True for an id that an administrator may choose: the prefix and 1 to 64 lower-case letters, digits, `-`, `.` and `_`.
  public static func isName(_ providerID: String, after prefix: String) -> Bool {
    let name = providerID.dropFirst(prefix.count)
    return providerID.hasPrefix(prefix) && (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
