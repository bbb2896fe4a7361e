import Foundation
import Identity
import IdentityWire

/// The authorization request: the URL that sends a browser to a provider (RFC 6749 section 4.1.1, OpenID
/// Connect Core 1.0 section 3.1.2.1).
///
/// An app chooses scopes and parameters. The server sets the parameters that bind the flow, and drops an
/// app's parameters with the same names.
public struct AuthorizationRequest: Sendable {
  public static let maximumScopes = 64
  public static let maximumParameters = 32
  /// The maximum length of a name or value in bytes.
  public static let maximumValueLength = 1024
  public static let maximumLength = 8192

  public var settings: ProviderSettings
  public var redirectURI: String
  public var state: String
  /// The nonce for the ID token: the lower-case hexadecimal SHA-256 of a raw nonce, or a client's own value.
  public var nonce: String?
  /// The PKCE challenge with S256 (RFC 7636). It is left out for providers that do not support PKCE.
  public var codeChallenge: String?
  /// The token of the temporary credentials (RFC 5849 section 2.2). The provider uses it to find all other
  /// data of the flow.
  public var temporaryToken: String?
  /// The scopes that the app requests; empty for the provider's defaults.
  public var scopes: [String] = []
  public var customParameters: [String: String] = [:]
  /// The response modes that the provider supports; nil if it does not publish them.
  public var responseModes: [String]?
  /// The app's language (`hl`), sent under the provider's own parameter name.
  public var language: String?

  public init(settings: ProviderSettings, redirectURI: String, state: String) {
    self.settings = settings
    self.redirectURI = redirectURI
    self.state = state
  }

  /// Returns the URL to send the browser to.
  ///
  /// - Parameter endpoint: the authorization endpoint. Its query, if any, is kept.
  /// - Throws: `OPERATION_NOT_ALLOWED` if there is no client id or endpoint, `INVALID_OAUTH_SCOPE` or
  ///   `INVALID_CUSTOM_PARAMETERS` if scopes or parameters exceed the limits.
  public func url(endpoint: String? = nil) throws(IdentityError) -> String {
    guard let entry = ProviderCatalog.entry(for: settings) else {
      throw .invalidCredential("unknown provider")
    }
    guard !settings.clientID.isEmpty else {
      throw .incompleteConfiguration(settings.providerID, needs: "its client id")
    }
    guard !state.isEmpty, !redirectURI.isEmpty else { throw .malformed("INVALID_CONTINUE_URI") }
    let target = try required(
      endpoint ?? ProviderCatalog.endpoints(for: settings)?.authorization, "authorization",
      of: settings.providerID)
    if entry.isOAuth1 { return try oauth1URL(target, entry) }
    let asked = try requestedScopes(entry)
    var query = FormURLEncoded([
      ("client_id", settings.clientID), ("redirect_uri", redirectURI),
      ("response_type", responseType), ("scope", asked.joined(separator: entry.scopeSeparator)),
      ("state", state),
    ])
    if let mode = responseMode(entry, scopes: asked) { query.append("response_mode", mode) }
    if let nonce, entry.takesNonce { query.append("nonce", nonce) }
    if settings.revokesOnDeletion, responseType == "code", let (name, value) = entry.offlineParameter,
      customParameters[name] == nil
    {
      query.append(name, value)
    }
    if let codeChallenge, entry.takesPKCE, responseType == "code" {
      query.append("code_challenge", codeChallenge)
      query.append("code_challenge_method", "S256")
    }
    return try finish(query, entry, target)
  }

  /// Returns the URL for OAuth 1.0a. The request has no scopes: the app's settings at the provider define
  /// them.
  private func oauth1URL(_ target: String, _ entry: Provider) throws(IdentityError) -> String {
    guard let temporaryToken, !temporaryToken.isEmpty else {
      throw .invalidCredential("the flow has no temporary credentials")
    }
    return try finish(FormURLEncoded([("oauth_token", temporaryToken)]), entry, target)
  }

  private func finish(
    _ query: FormURLEncoded, _ entry: Provider, _ target: String
  ) throws(IdentityError) -> String {
    var query = query
    for (name, value) in try appParameters(entry) { query.append(name, value) }
    let text = try append(query.text, to: target)
    guard text.utf8.count <= Self.maximumLength else {
      throw .malformed("INVALID_CUSTOM_PARAMETERS")
    }
    return text
  }

  private var responseType: String {
    ProviderCatalog.isAnsweredByIDToken(settings) ? "id_token" : "code"
  }

  /// Returns the response mode; nil for the provider's default. Apple requires `form_post` if the name or
  /// the e-mail address is requested. An ID token is posted if the provider supports `form_post`. Otherwise
  /// the ID token arrives in the fragment (OAuth 2.0 Multiple Response Types section 5), and the handler's
  /// page posts it.
  private func responseMode(_ entry: Provider, scopes: [String]) -> String? {
    if responseType == "id_token" {
      return responseModes?.contains("form_post") ?? true ? "form_post" : nil
    }
    return entry.postsProfile && (scopes.contains("name") || scopes.contains("email")) ? "form_post" : nil
  }

  private func requestedScopes(_ entry: Provider) throws(IdentityError) -> [String] {
    let asked = scopes.filter { !$0.isEmpty }
    guard asked.count <= Self.maximumScopes, asked.allSatisfy(Self.isScope) else {
      throw .malformed("INVALID_OAUTH_SCOPE")
    }
    var all: [String] = []
    for scope in asked.isEmpty ? entry.defaultScopes : entry.requiredScopes + asked
    where !all.contains(scope) {
      all.append(scope)
    }
    return all
  }

  /// True if the text is a scope token (RFC 6749 section 3.3) without a comma. Some providers separate
  /// scopes by commas.
  public static func isScope(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
          && $0 != UInt8(ascii: ",")
      }
  }

  /// Returns the app's own parameters, sorted by name, and the language.
  private func appParameters(
    _ entry: Provider
  ) throws(IdentityError) -> [(name: String, value: String)] {
    let choosesTenant = entry.fields.contains(.tenant)
    var parameters = customParameters.filter {
      !ProviderCatalog.isForbidden(parameter: $0.key, of: entry) && !$0.key.isEmpty
        && !(choosesTenant && $0.key.lowercased() == ProviderCatalog.tenantParameter)
    }
    let areBounded = parameters.allSatisfy {
      $0.key.utf8.count <= Self.maximumValueLength && $0.value.utf8.count <= Self.maximumValueLength
    }
    let isNonceBounded = (nonce?.utf8.count ?? 0) <= Self.maximumValueLength
    guard parameters.count <= Self.maximumParameters, areBounded, isNonceBounded else {
      throw .malformed("INVALID_CUSTOM_PARAMETERS")
    }
    if let name = entry.languageParameter, parameters[name] == nil,
      let wanted = parameters["language"] ?? language, !wanted.isEmpty, wanted.utf8.count <= 64
    {
      parameters[name] =
        wanted.replacing("-", with: entry.languageSeparator)
    }
    return parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Applies the checks for fetched URLs to the endpoint, because a discovery document may have supplied
  /// it.
  private func append(_ query: String, to endpoint: String) throws(IdentityError) -> String {
    guard let url = try? OutgoingURL(endpoint),
      url.isSecure || settings.endpoints.allowsPrivateAddresses(of: endpoint)
    else {
      throw .refused(.operationNotAllowed, "The authorization endpoint is not an https URL.")
    }
    let base = endpoint.prefix { $0 != "#" }
    guard base.contains("?") else { return "\(base)?\(query)" }
    return base.hasSuffix("?") || base.hasSuffix("&") ? "\(base)\(query)" : "\(base)&\(query)"
  }
}
