/// A plain OAuth 2.0 provider's own ways, which no document of it tells.
public struct OAuthDialect: Sendable, Equatable {
  /// The request for the profile, with an access token (RFC 6750 section 2).
  public enum ProfileRequest: String, Sendable, CaseIterable {
    /// By GET, with the token in the header `Authorization`.
    case bearer
    /// By POST, with the token in the header `Authorization`.
    case bearerPost = "bearer_post"
    /// By GET, with the token as `access_token` in the query, where logs of the provider may have it.
    case query
    /// By POST, with the token as `access_token` in a form.
    case form
  }

  public static let scopeSeparators = [" ", ",", ";"]

  /// The scopes of a request for which the app names none.
  public var scopes: [String] = []
  /// Between scopes in the authorization request: one of ``scopeSeparators``.
  public var scopeSeparator = " "
  /// True if the provider takes PKCE (RFC 7636).
  public var usesPKCE = true
  public var profileRequest = ProfileRequest.bearer

  public init() {}
}

/// Settings that were stored before a member existed have its default.
extension OAuthDialect: Codable {
  private enum CodingKeys: String, CodingKey { case scopes, scopeSeparator, usesPKCE, profileRequest }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    scopes = try container.decodeIfPresent([String].self, forKey: .scopes) ?? scopes
    scopeSeparator = try container.decodeIfPresent(String.self, forKey: .scopeSeparator) ?? scopeSeparator
    usesPKCE = try container.decodeIfPresent(Bool.self, forKey: .usesPKCE) ?? usesPKCE
    profileRequest =
      try container.decodeIfPresent(ProfileRequest.self, forKey: .profileRequest) ?? profileRequest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scopes, forKey: .scopes)
    try container.encode(scopeSeparator, forKey: .scopeSeparator)
    try container.encode(usesPKCE, forKey: .usesPKCE)
    try container.encode(profileRequest, forKey: .profileRequest)
  }
}

extension OAuthDialect.ProfileRequest: Codable {}
