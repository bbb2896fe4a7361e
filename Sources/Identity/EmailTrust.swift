/// When an address that a provider reports counts as verified: the one table of it.
///
/// Production trusts a provider for the domains that it issues addresses of, Apple always, and the social
/// networks never, whatever they claim.
public enum EmailTrust {
  public enum Policy: String, Sendable, Codable, CaseIterable {
    /// As Firebase decides.
    case production
    /// Believe a provider's own `email_verified`.
    case providerClaim
  }

  public static func isVerified(_ identity: ProviderIdentity, policy: Policy) -> Bool {
    guard let email = identity.email else { return false }
    if identity.isUnsignedDevelopmentCredential { return identity.emailVerifiedByProvider }
    // What a provider itself calls unverified is trusted under no policy.
    guard identity.emailVerifiedByProvider else { return false }
    if policy == .providerClaim { return true }
    let domain = email.domain
    switch identity.providerID {
    case "apple.com": return true
    case "google.com":
      return domain == "gmail.com" || domain == "googlemail.com"
        || managesDomain(identity, domain: String(domain))
    case "yahoo.com": return domain == "yahoo.com"
    case "microsoft.com": return domain == "outlook.com" || domain == "hotmail.com"
    case let id where id.hasPrefix("oidc.") || id.hasPrefix("saml."): return true
    default: return false
    }
  }

  /// Google vouches for a Workspace's addresses by the `hd` claim.
  private static func managesDomain(_ identity: ProviderIdentity, domain: String) -> Bool {
    identity.rawUserInfo["hd"]?.stringValue?.lowercased() == domain
  }
}
