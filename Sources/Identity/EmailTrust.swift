/// Decides whether an address that a provider reports counts as verified.
///
/// Firebase trusts a provider for the domains for which it issues addresses. It always trusts Apple. It never trusts
/// the social networks, even if they claim that the address is verified. A plain OAuth 2.0 provider is trusted only for
/// the domains in its settings, because no specification defines its `verified` claim.
public enum EmailTrust {
  public enum Policy: String, Sendable, Codable, CaseIterable {
    /// Decides as Firebase does.
    case production
    /// Trusts the provider's own `email_verified`.
    case providerClaim
  }

  /// The reason why an address counts as verified or not.
  public enum Verdict: String, Sendable, Codable, CaseIterable {
    case verified
    case noAddress
    /// The provider itself does not call the address verified.
    case unverified
    /// The provider calls the address verified, but is not trusted for it.
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
    // No policy trusts an address that the provider itself reports as unverified.
    guard identity.emailVerifiedByProvider else { return .unverified }
    if let domains, !domains.containsBytes(of: String(email.domain)) { return .notBelieved }
    if identity.isUnsignedDevelopmentCredential || policy == .providerClaim { return .verified }
    return believes(identity, about: email.domain, isNamed: domains != nil) ? .verified : .notBelieved
  }

  /// The domains of personal Microsoft accounts. For an organisation's domain, Microsoft's claim `xms_edov` says
  /// whether the owner of the domain was verified.
  public static let microsoftDomains: Set<String> = ["hotmail.com", "outlook.com"]

  /// - Parameter isNamed: true if the provider's settings name the domain.
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

  /// True if Google's `hd` claim says that the address belongs to a Workspace domain.
  private static func managesDomain(_ identity: ProviderIdentity, domain: String) -> Bool {
    identity.rawUserInfo["hd"]?.stringValue?.lowercased() == domain
  }
}
