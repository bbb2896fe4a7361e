import Hummingbird
import IdentityWire

extension ProviderRules {
  /// The revocation endpoint of RFC 7009. Clients authenticate as at the token endpoint. Revoking one token
  /// revokes the person's whole grant to the app, as section 2.1 allows.
  func revokeToken(_ request: LabRequest) async throws -> Response {
    guard let clientID = authenticatedClient(of: request) else {
      return LabReply.oauthError("invalid_client", "The client's id or secret is wrong.", .unauthorized)
    }
    guard let token = request.form["token"] else { return LabReply.oauthError("invalid_request") }
    // Section 2.2: an unknown token counts as revoked.
    if let issued = lab.state.token(token), issued.grant.provider == profile.id,
      issued.grant.clientID == clientID
    {
      lab.state.revokeGrant(to: clientID, of: issued.grant.subject, at: profile.id)
    }
    return LabReply.empty(.ok)
  }
}
