import IdentityWire

/// What an app or a callback brought, taken apart but not believed.
public enum ProviderCredential: Sendable, Equatable {
  /// An OpenID Connect ID token. `accessToken` goes back to the app as it came; nothing rests on it.
  case idToken(String, rawNonce: String?, accessToken: String?, user: AppleUser?)
  /// An OAuth access token; `secret` belongs to OAuth 1.0a.
  case accessToken(String, secret: String?)
  /// The verifier with which a browser came back to a flow of OAuth 1.0a, and the temporary credentials that this server
  /// began the flow with (RFC 5849 section 2.3).
  case temporaryCredentials(OAuth1Token, verifier: String)
  /// The code of a flow that this server started. `expectedNonce` is what the authorization request carried
  /// as `nonce`, and comes back verbatim in the ID token. Without a redirect URI, a code that an app has from the
  /// provider's own SDK.
  case authorizationCode(
    code: String, redirectURI: String?, codeVerifier: String?, expectedNonce: String?, user: AppleUser?)

  /// Whether only its provider can tell what it is worth. An ID token's signature is checked here.
  public var isForItsProviderToTell: Bool {
    if case .idToken = self { false } else { true }
  }

  /// False for an access token without its secret where a provider's tokens have one.
  public func isComplete(for providerID: String) -> Bool {
    guard case .accessToken(_, let secret) = self,
      ProviderCatalog.entry(for: providerID)?.isOAuth1 == true
    else { return true }
    return secret?.isEmpty == false
  }

  /// Reads the parameters of `postBody` (or of the request URI): an ID token before an access token.
  ///
  /// - Parameter provider: the provider whose SDK may have issued a code. Any other code belongs to a flow.
  /// - Returns: nil when there is neither.
  public init?(parameters: FormURLEncoded, of provider: Provider? = nil) {
    if let token = parameters["id_token"], !token.isEmpty {
      self = .idToken(
        token, rawNonce: parameters["nonce"].flatMap { $0.isEmpty ? nil : $0 },
        accessToken: parameters["access_token"].flatMap { $0.isEmpty ? nil : $0 },
        user: parameters["user"].flatMap(AppleUser.init(json:)))
    } else if let token = parameters["access_token"], !token.isEmpty {
      self = .accessToken(token, secret: parameters["oauth_token_secret"])
    } else if provider?.credentials.contains(.serverAuthCode) == true, let code = parameters["code"],
      !code.isEmpty
    {
      self = .authorizationCode(
        code: code, redirectURI: nil, codeVerifier: nil, expectedNonce: nil, user: nil)
    } else {
      return nil
    }
  }
}

/// The name that Apple tells once, beside the first token: the `user` field of the callback, or of the
/// request of a native app. It is not signed, so nothing but the name is read; an address in it counts for
/// nothing.
public struct AppleUser: Sendable, Equatable {
  public static let maximumNameLength = 128

  public var firstName: String?
  public var lastName: String?

  public init(firstName: String?, lastName: String?) {
    self.firstName = firstName
    self.lastName = lastName
  }

  /// Reads `{"name":{"firstName":…,"lastName":…}}`. Nil for text that is malformed, oversized or nameless:
  /// a sign-in does not fail for the sake of a name.
  public init?(json text: String) {
    guard text.utf8.count <= 4096,
      let name = (try? Self.parser.parse(text))?["name"]
    else { return nil }
    self.init(
      firstName: personalName(name["firstName"], limit: Self.maximumNameLength),
      lastName: personalName(name["lastName"], limit: Self.maximumNameLength))
    if firstName == nil && lastName == nil { return nil }
  }

  private static let parser = JSONParser(maximumBytes: 4096, maximumDepth: 8, costlyText: .dropped)

  public var displayName: String? {
    let parts = [firstName, lastName].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
