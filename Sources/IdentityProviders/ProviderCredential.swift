import IdentityWire

/// A parsed but unverified credential from an app or a callback.
public enum ProviderCredential: Sendable, Equatable {
  /// An OpenID Connect ID token. `accessToken` is returned to the app unchanged; no decision depends on it.
  case idToken(String, rawNonce: String?, accessToken: String?, user: AppleUser?)
  /// An OAuth access token; `secret` belongs to OAuth 1.0a.
  case accessToken(String, secret: String?)
  /// The verifier that the browser returned in an OAuth 1.0a flow, and the temporary credentials with which
  /// this server began the flow (RFC 5849 section 2.3).
  case temporaryCredentials(OAuth1Token, verifier: String)
  /// An authorization code. With a redirect URI, the code belongs to a flow that this server started.
  /// Without a redirect URI, an app got the code from the provider's own SDK. `expectedNonce` is the
  /// `nonce` of the authorization request, which the ID token repeats verbatim.
  case authorizationCode(
    code: String, redirectURI: String?, codeVerifier: String?, expectedNonce: String?, user: AppleUser?)

  /// True if only the provider can verify the credential. An ID token's signature is verified here.
  public var isVerifiedByProvider: Bool {
    if case .idToken = self { false } else { true }
  }

  /// False if an access token lacks the secret that OAuth 1.0a requires. True for every other credential.
  public func isComplete(for providerID: String) -> Bool {
    guard case .accessToken(_, let secret) = self,
      ProviderCatalog.entry(for: providerID)?.isOAuth1 == true
    else { return true }
    return secret?.isEmpty == false
  }

  /// Reads the parameters of `postBody` (or of the request URI). An ID token takes precedence over an access
  /// token.
  ///
  /// - Parameter provider: the provider. A code is read only if the provider's own SDK issues codes to
  ///   apps.
  /// - Returns: nil if there is no credential.
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

/// The user's name from the `user` field of Apple's callback or of a native app's request. Apple sends the
/// name only once, together with the first token. The field is not signed, so only the name is read from
/// it, and an e-mail address in it is ignored.
public struct AppleUser: Sendable, Equatable {
  public static let maximumNameLength = 128

  public var firstName: String?
  public var lastName: String?

  public init(firstName: String?, lastName: String?) {
    self.firstName = firstName
    self.lastName = lastName
  }

  /// Reads `{"name":{"firstName":…,"lastName":…}}`. Nil if the text is malformed, too long or has no name. A
  /// sign-in does not fail because of a name.
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
