import Identity
import IdentityProviders
import IdentityWire

/// A requested change of an OAuth 2.0 provider's description. A nil member stays unchanged, an empty text
/// removes it.
public struct OAuthProviderChange: Sendable {
  public var authorizationEndpoint: String?
  public var tokenEndpoint: String?
  public var userInfoEndpoint: String?
  /// The endpoint for the user's e-mail addresses, if the profile does not contain them.
  public var userEmailsEndpoint: String?
  public var revocationEndpoint: String?
  /// The path of each field in the profile.
  public var profile: [ProfileMapping.Field: String] = [:]
  public var scopes: [String]?
  /// Empty for the default, a space.
  public var scopeSeparator: String?
  public var usesPKCE: Bool?
  public var profileRequest: OAuthDialect.ProfileRequest?

  public init() {}

  /// Applies the change. New addresses reset the permission for private addresses: the operator gave this permission
  /// for the former addresses.
  ///
  /// - Parameter privateHosts: the private hosts that the operator allows the caller to name.
  /// - Throws: `INVALID_CONFIG`.
  func apply(to settings: inout ProviderSettings, privateHosts: PrivateHosts) throws(IdentityError) {
    settings.endpoints = try endpoints(settings.endpoints, privateHosts)
    settings.profile = try mapping(settings.profile ?? ProfileMapping())
    settings.dialect = try dialect(settings.dialect ?? OAuthDialect())
  }

  private func endpoints(
    _ known: ProviderEndpoints, _ privateHosts: PrivateHosts
  ) throws(IdentityError) -> ProviderEndpoints {
    let given = [
      ("authorizationEndpoint", authorizationEndpoint), ("tokenEndpoint", tokenEndpoint),
      ("userInfoEndpoint", userInfoEndpoint), ("userEmailsEndpoint", userEmailsEndpoint),
      ("revocationEndpoint", revocationEndpoint),
    ]
    guard given.contains(where: { $0.1 != nil }) else { return known }
    func stored(_ given: String?, _ known: String?) -> String? {
      given.map { $0.isEmpty ? nil : $0 } ?? known
    }
    var endpoints = known
    endpoints.authorization = stored(authorizationEndpoint, known.authorization)
    endpoints.token = stored(tokenEndpoint, known.token)
    endpoints.userInfo = stored(userInfoEndpoint, known.userInfo)
    endpoints.userEmails = stored(userEmailsEndpoint, known.userEmails)
    endpoints.revocation = stored(revocationEndpoint, known.revocation)
    if endpoints != known { endpoints.allowPrivateAddresses = false }
    let allowed = [
      endpoints.token, endpoints.authorization, endpoints.userInfo, endpoints.userEmails,
      endpoints.revocation,
    ].compactMap(\.self).filter(privateHosts.contain(hostOf:))
    // A project file permits the hosts of all its addresses, public ones included. These need no permission.
    let named = allowed.first { (try? OutgoingHTTP.check($0, allowPrivateAddresses: false)) == nil }
    endpoints.privateHost =
      endpoints.allowPrivateAddresses ? nil : (named ?? allowed.first).flatMap(privateHosts.host)
    for (name, address) in given {
      let address = try ProviderConfigText.checked(address, name)
      if !address.isEmpty { try Self.check(address, name, endpoints, privateHosts) }
    }
    return endpoints
  }

  private static func check(
    _ address: String, _ name: String, _ endpoints: ProviderEndpoints, _ privateHosts: PrivateHosts
  ) throws(IdentityError) {
    let host = privateHosts.host(of: address)
    let mayBePrivate = endpoints.allowPrivateAddresses || (host != nil && host == endpoints.privateHost)
    guard !address.contains("#") else { throw .invalidConfig("\(name) may have no fragment.") }
    do throws(OutgoingHTTP.Failure) {
      try OutgoingHTTP.check(address, allowPrivateAddresses: mayBePrivate)
    } catch {
      throw .invalidConfig("\(name) has to be an https address, and not a private one.")
    }
  }

  private func mapping(_ known: ProfileMapping) throws(IdentityError) -> ProfileMapping {
    var mapping = known
    for field in ProfileMapping.Field.allCases {
      guard let text = profile[field] else { continue }
      guard !text.isEmpty else {
        mapping[field] = nil
        continue
      }
      guard let path = ProfilePath(text) else {
        throw .invalidConfig(
          "profile.\(field.rawValue) is no path, such as data.user.id: up to \(ProfilePath.maximumSteps) names, "
            + "and dots between them.")
      }
      mapping[field] = path
    }
    guard mapping.verifiesItsAddress else {
      throw .invalidConfig("profile.email and profile.emailVerified belong to different elements of a list.")
    }
    return mapping
  }

  private func dialect(_ known: OAuthDialect) throws(IdentityError) -> OAuthDialect {
    var dialect = known
    if let scopes {
      guard scopes.count <= AuthorizationRequest.maximumScopes,
        scopes.allSatisfy(AuthorizationRequest.isScope)
      else {
        throw .invalidConfig("scopes are up to \(AuthorizationRequest.maximumScopes) OAuth scopes.")
      }
      dialect.scopes = scopes
    }
    if let scopeSeparator {
      let separator = scopeSeparator.isEmpty ? OAuthDialect().scopeSeparator : scopeSeparator
      guard OAuthDialect.scopeSeparators.contains(separator) else {
        throw .invalidConfig("scopeSeparator is a space, a comma or a semicolon.")
      }
      dialect.scopeSeparator = separator
    }
    dialect.usesPKCE = usesPKCE ?? dialect.usesPKCE
    dialect.profileRequest = profileRequest ?? dialect.profileRequest
    return dialect
  }
}
