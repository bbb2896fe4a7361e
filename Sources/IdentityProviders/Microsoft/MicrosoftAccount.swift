import Identity
import IdentityWire

/// A Microsoft account, identified by the claims of its ID token.
///
/// `sub` differs between apps, and an e-mail address may be reassigned to another person. `oid` identifies
/// the account only within one tenant. So the user's id consists of `oid` and `tid`: `OID.TID`.
struct MicrosoftAccount: Sendable {
  let objectID: String
  let tenantID: String

  /// - Throws: `INVALID_IDP_RESPONSE` if the claims do not identify a user.
  init(_ claims: [String: JSONValue]) throws(IdentityError) {
    guard let objectID = claims["oid"]?.stringValue?.lowercased(), MicrosoftTenant.isID(objectID),
      let tenantID = claims["tid"]?.stringValue, MicrosoftTenant.isID(tenantID)
    else {
      let what = "The ID token does not say who the user is (oid and tid)."
      throw .invalidIDPResponse(what).diagnosed(Diagnosis.profile(what: what))
    }
    self.objectID = objectID
    self.tenantID = tenantID
  }

  var isPersonal: Bool { tenantID == MicrosoftTenant.consumersID }

  /// The account's id in Microsoft Graph: `oid`, or for a personal account the last 16 digits of `oid`.
  var graphID: String {
    isPersonal && objectID.hasPrefix("00000000-0000-0000-")
      ? String(objectID.suffix(17)).replacing("-", with: "") : objectID
  }

  /// - Parameter id: the id from Microsoft Graph.
  func isMeant(by id: String) -> Bool {
    let id = id.lowercased()
    return id.hasSameBytes(as: graphID) || id.hasSameBytes(as: objectID)
  }

  /// - Parameter profile: the profile from Microsoft Graph; nil if it is not available.
  func identity(
    _ verified: ProviderIDToken, profile: [String: JSONValue]?, tokens: ProviderTokens,
    settings: ProviderSettings
  ) throws(IdentityError) -> ProviderIdentity {
    let claims = verified.claims
    var identity = try IdentityProviders.identity(
      settings.providerID, rawID: "\(objectID).\(tenantID)")
    // The Graph id is unique only within one tenant. So the operator's settings, not the app, must fix the
    // tenant.
    let isSettled =
      settings.endpoints.issuer != nil
      || settings.tenant.flatMap(MicrosoftTenant.init)?.isSingle == true
    if isSettled { identity.importedRawID = graphID }

    let claimed = claims["email"]?.stringValue
    let address = claimed ?? profile?["mail"]?.stringValue
    // `xms_edov` applies to the `email` claim only.
    let isVouchedFor = claimed != nil && (flag(claims["xms_edov"]) || claims["xms_edov"] == .string("1"))
    let domain = address.flatMap(EmailAddress.init).map { String($0.domain) }
    let isIssued = isPersonal && domain.map(EmailTrust.microsoftDomains.contains) == true
    identity.takeEmail(address, isVerified: isVouchedFor || isIssued)
    identity.displayName = personalName(profile?["displayName"] ?? claims["name"])
    identity.firstName = personalName(profile?["givenName"] ?? claims["given_name"])
    identity.lastName = personalName(profile?["surname"] ?? claims["family_name"])
    identity.rawUserInfo = .object(info(profile, claims, isVouchedFor: isVouchedFor))
    identity.tokens = tokens
    identity.tokens.idToken = verified.text
    identity.redemption = verified.redemption
    return identity
  }

  /// Returns Graph's profile, with the tenant and the e-mail address from the signed claims. Without a
  /// profile, returns the claims.
  private func info(
    _ profile: [String: JSONValue]?, _ claims: [String: JSONValue], isVouchedFor: Bool
  ) -> [String: JSONValue] {
    var info = profile ?? claims
    info["id"] = info["id"] ?? .string(graphID)
    for name in ["oid", "tid", "email"] { info[name] = claims[name] }
    info["xms_edov"] = claims["xms_edov"] == nil ? nil : .bool(isVouchedFor)
    return info
  }
}
