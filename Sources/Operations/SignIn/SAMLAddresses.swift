import Identity
import IdentityWire

/// The addresses of this server that an administrator enters at a SAML provider: paths with a query that names the
/// project and its tenant.
public enum SAMLAddresses {
  /// The path of this service provider's metadata for the provider.
  public static func metadata(of providerID: String, in scope: Scope) -> String {
    path(providerID, "metadata", scope)
  }

  /// The provider's own assertion consumer service. Unsolicited responses are accepted only there, because only this
  /// address shows which provider sent them.
  public static func assertionConsumerService(of providerID: String, in scope: Scope) -> String {
    path(providerID, "acs", scope)
  }

  private static func path(_ providerID: String, _ name: String, _ scope: Scope) -> String {
    var query = FormURLEncoded([("project", scope.project.rawValue)])
    if let tenant = scope.tenant { query.append("tenant", tenant.rawValue) }
    return "/__/auth/saml/\(providerID)/\(name)?\(query.text)"
  }
}
