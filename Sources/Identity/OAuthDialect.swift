/// The differences between plain OAuth 2.0 providers. No discovery document describes them.
public struct OAuthDialect: Sendable, Equatable {
  /// The way to request the profile with an access token (RFC 6750 section 2).
  public enum ProfileRequest: String, Sendable, CaseIterable {
    /// A GET request with the token in the header `Authorization`.
    case bearer
    /// A POST request with the token in the header `Authorization`.
    case bearerPost = "bearer_post"
    /// A GET request with the token as `access_token` in the query. The provider's logs may contain it.
    case query
    /// A POST request with the token as `access_token` in a form.
    case form
  }

  public static let scopeSeparators = [" ", ",", ";"]

  /// The scopes of a request if the app names none.
  public var scopes: [String] = []
  /// The separator of scopes in the authorization request: one of ``scopeSeparators``.
  public var scopeSeparator = " "
  /// True if the provider supports PKCE (RFC 7636).
  public var usesPKCE = true
  public var profileRequest = ProfileRequest.bearer

  public init() {}
}

/// Decodes settings that were stored before a member existed. Missing members get their defaults.
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
