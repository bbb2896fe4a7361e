import Crypto
import Identity
import IdentityWire
import Secrets

/// A setting that a provider lacks.
public struct MissingSetting: Sendable, Equatable {
  public enum Name: String, Sendable, CaseIterable {
    case provider
    /// The client id, under the provider's own term.
    case clientID = "client-id"
    case servicesID = "services-id"
    case appID = "app-id"
    case bundleID = "bundle-id"
    case apiKey = "api-key"
    case clientSecret = "client-secret"
    case appSecret = "app-secret"
    case apiKeySecret = "api-key-secret"
    case issuer
    case teamID = "team-id"
    case keyID = "key-id"
    case privateKey = "private-key"
    case malformedPrivateKey = "malformed-private-key"
    case authorizationEndpoint = "authorization-endpoint"
    case tokenEndpoint = "token-endpoint"
    case userInfoEndpoint = "user-info-endpoint"
    /// The path of the user id in the profile.
    case userIDPath = "user-id-path"
    /// A URL in the settings that is not valid.
    case endpoint

    /// The setting in words, for a sentence about the provider's needs.
    var words: String {
      switch self {
      case .bundleID: "app's bundle id"
      case .apiKey: "API key"
      case .apiKeySecret: "API key secret"
      default: rawValue.replacing("-", with: " ")
      }
    }
  }

  public var name: Name
  /// An English sentence.
  public var sentence: String

  init(_ name: Name, _ sentence: String) {
    self.name = name
    self.sentence = sentence
  }
}

extension ProviderCatalog {
  public enum Purpose: Sendable, Hashable {
    /// Credentials that apps get from the provider's own SDKs.
    case appCredentials
    /// The browser flow through `/__/auth/handler`.
    case webFlow
  }

  /// Returns the missing settings, as one sentence each; empty if nothing is missing.
  public static func missingSettings(
    _ settings: ProviderSettings, secrets: ProviderSecrets, for purpose: Purpose
  ) -> [String] {
    missing(settings, secrets: secrets, for: purpose).map(\.sentence)
  }

  /// Returns the missing settings; empty if nothing is missing.
  public static func missing(
    _ settings: ProviderSettings, secrets: ProviderSecrets, for purpose: Purpose
  ) -> [MissingSetting] {
    guard let entry = entry(for: settings.providerID) else {
      return [.init(.provider, "The provider \(settings.providerID) is not supported.")]
    }
    var missing = missingClientID(settings, entry, purpose)
    let hasSecret = secrets.clientSecret.map { !$0.isEmpty } ?? false
    let needsSecret = purpose == .webFlow && settings.responseType == .code
    switch entry.clientProof {
    case .none: break
    case .secret: if !hasSecret { missing.append(missingSecret(entry)) }
    case .secretForCodes: if needsSecret, !hasSecret { missing.append(missingSecret(entry)) }
    case .signedSecret: if purpose == .webFlow { missing += missingAppleKey(settings, secrets) }
    case .chosen:
      if settings.endpoints.issuer?.isEmpty ?? true {
        missing.append(.init(.issuer, "\(entry.name) needs its issuer."))
      }
      if needsSecret { missing += missingOpenIDAuthentication(settings, secrets, entry) }
    }
    if entry.fields.contains(.profile) { missing += missingDescription(settings, entry) }
    return missing + malformedEndpoints(settings).map { .init(.endpoint, $0) }
  }

  /// Returns the missing settings of a provider without built-in support.
  private static func missingDescription(_ settings: ProviderSettings, _ entry: Provider)
    -> [MissingSetting]
  {
    let endpoints = settings.endpoints
    var missing: [MissingSetting] = []
    for (name, address) in [
      (MissingSetting.Name.authorizationEndpoint, endpoints.authorization), (.tokenEndpoint, endpoints.token),
      (.userInfoEndpoint, endpoints.userInfo),
    ] where address?.isEmpty ?? true {
      missing.append(.init(name, "\(entry.name) needs its \(name.words)."))
    }
    if settings.profile?[.userID] == nil {
      missing.append(.init(.userIDPath, "\(entry.name) needs the path of the user id in its profile."))
    }
    return missing
  }

  private static func missingSecret(_ provider: Provider) -> MissingSetting {
    .init(provider.clientSecretName, "\(provider.name) needs its \(provider.clientSecretName.words).")
  }

  private static func missingClientID(_ settings: ProviderSettings, _ provider: Provider, _ purpose: Purpose)
    -> [MissingSetting]
  {
    let isNamed = !settings.clientID.isEmpty
    let isKnown = provider.isKnownByAudience.contains(purpose) && !settings.acceptedAudiences.isEmpty
    guard !isNamed, !isKnown else { return [] }
    return [.init(provider.clientIDName, "\(provider.name) needs its \(provider.clientIDName.words).")]
  }

  private static func missingOpenIDAuthentication(
    _ settings: ProviderSettings, _ secrets: ProviderSecrets, _ entry: Provider
  ) -> [MissingSetting] {
    switch settings.tokenAuthentication {
    case .publicClient: return []
    case .privateKey:
      guard let key = secrets.privateKey, !key.isEmpty else {
        return [.init(.privateKey, "\(entry.name) needs its private key.")]
      }
      return isClientKey(key)
        ? []
        : [
          .init(
            .malformedPrivateKey,
            "\(entry.name) needs a private key that is PEM text of a P-256, P-384 or RSA key.")
        ]
    case .basic, .post, nil:
      return secrets.clientSecret?.isEmpty ?? true
        ? [.init(.clientSecret, "\(entry.name) needs its client secret.")] : []
    }
  }

  private static func missingAppleKey(_ settings: ProviderSettings, _ secrets: ProviderSecrets)
    -> [MissingSetting]
  {
    var missing: [MissingSetting] = []
    if settings.apple?.teamID.isEmpty ?? true { missing.append(.init(.teamID, "Apple needs your team id.")) }
    if settings.apple?.keyID.isEmpty ?? true {
      missing.append(.init(.keyID, "Apple needs the id of your key."))
    }
    if let key = secrets.privateKey, !key.isEmpty {
      if !isApplePrivateKey(key) {
        missing.append(
          .init(
            .malformedPrivateKey,
            "Apple needs a private key that is PEM text of a P-256 key, as downloaded (.p8)."))
      }
    } else {
      missing.append(.init(.privateKey, "Apple needs your private key."))
    }
    return missing
  }

  /// True if the text is a key that can sign Apple's client authentication.
  public static func isApplePrivateKey(_ text: Secret) -> Bool {
    (try? P256.Signing.PrivateKey(pemRepresentation: text.reveal())) != nil
  }

  /// True if the text is a key that can sign `private_key_jwt`.
  public static func isClientKey(_ text: Secret) -> Bool { ClientAssertion.Key(pem: text) != nil }

  private static func malformedEndpoints(_ settings: ProviderSettings) -> [String] {
    let endpoints = settings.endpoints
    let all: [(String, String?)] = [
      ("issuer", endpoints.issuer), ("request token", endpoints.temporaryCredentials),
      ("authorization", endpoints.authorization),
      ("token", endpoints.token), ("key set", endpoints.jwks), ("user info", endpoints.userInfo),
      ("addresses", endpoints.userEmails), ("token check", endpoints.tokenCheck),
      ("revocation", endpoints.revocation), ("discovery", endpoints.discovery),
      ("Limited Login key set", endpoints.limitedLoginJWKS),
    ]
    return all.compactMap { name, address in
      guard
        let address = address?.replacing("{client_id}", with: "id").replacing("{tenant}", with: "id")
          .replacing("{user_id}", with: "id")
      else { return nil }
      // The issuers of Google's and Facebook's tokens are only names and are never fetched.
      if name == "issuer" && !isDiscovered(settings) { return nil }
      guard let url = try? OutgoingURL(address) else {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return address.contains("://") && !["http", "https"].contains(scheme)
          ? "The \(name) endpoint has to begin with https://, not with \(scheme)://."
          : "The \(name) endpoint is not an absolute URL."
      }
      return url.isSecure || endpoints.allowsPrivateAddresses(of: address)
        ? nil : "The \(name) endpoint has to be https unless private addresses are allowed."
    }
  }
}
