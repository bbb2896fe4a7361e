/// When an address that a provider reports counts as verified: the one table of it.
///
/// Production trusts a provider for the domains that it issues addresses of, Apple always, and the social
/// networks never, whatever they claim. A plain OAuth 2.0 provider, whose `verified` no specification defines, is believed
/// about the domains alone that its settings name.
public enum EmailTrust {
  public enum Policy: String, Sendable, Codable, CaseIterable {
    /// As Firebase decides.
    case production
    /// Believe a provider's own `email_verified`.
    case providerClaim
  }

  /// Why an address counts or does not.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    case verified
    case noAddress
    /// The provider itself does not call it verified.
    case unverified
    /// The provider calls it verified, and is not believed.
    case notBelieved
  }

  public static func isVerified(
    _ identity: ProviderIdentity, policy: Policy, domains: [String]? = nil
  ) -> Bool {
    verdict(identity, policy: policy, domains: domains) == .verified
  }

  /// - Parameter domains: ``ProviderSettings/emailDomains`` of the provider.
  public static func verdict(
    _ identity: ProviderIdentity, policy: Policy, domains: [String]? = nil
  ) -> Verdict {
    guard let email = identity.email else { return .noAddress }
    // What a provider itself calls unverified is trusted under no policy.
    guard identity.emailVerifiedByProvider else { return .unverified }
    if let domains, !domains.containsBytes(of: String(email.domain)) { return .notBelieved }
    if identity.isUnsignedDevelopmentCredential || policy == .providerClaim { return .verified }
    return believes(identity, about: email.domain, isNamed: domains != nil) ? .verified : .notBelieved
  }

  /// The domains of personal Microsoft accounts. For an address in an organisation's domain Microsoft vouches by `xms_edov`.
  public static let microsoftDomains: Set<String> = ["hotmail.com", "outlook.com"]

  /// - Parameter isNamed: whether the provider's settings name the domain.
  private static func believes(
    _ identity: ProviderIdentity, about domain: Substring, isNamed: Bool
  ) -> Bool {
    switch identity.providerID {
    case "apple.com": true
    case "google.com":
      domain == "gmail.com" || domain == "googlemail.com" || managesDomain(identity, domain: String(domain))
    case "yahoo.com": domain == "yahoo.com"
    case "microsoft.com":
      microsoftDomains.contains(String(domain)) || identity.rawUserInfo["xms_edov"] == .bool(true)
    case let id where id.hasPrefix("oidc.") || id.hasPrefix("saml."): true
    case let id where id.hasPrefix("oauth."): isNamed
    default: false
    }
  }

  /// Google vouches for a Workspace's addresses by the `hd` claim.
  private static func managesDomain(_ identity: ProviderIdentity, domain: String) -> Bool {
    identity.rawUserInfo["hd"]?.stringValue?.lowercased() == domain
  }
}
