import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension OAuthIdpConfig: ProviderConfig {
  public static func accepts(id: String) -> Bool {
    id.hasPrefix("oidc.") && ProviderCatalog.entry(for: id) != nil
  }

  public static func ids(in list: ProviderList) -> [String] {
    list.providers.map(\.providerID).filter(accepts)
  }

  public init?(
    _ id: String, in list: ProviderList,
    secrets: (ProviderSettings) throws(IdentityError) -> ProviderSecrets
  ) throws(IdentityError) {
    guard Self.accepts(id: id), let settings = list.provider(id) else { return nil }
    self.init()
    displayName = settings.displayName
    enabled = settings.enabled
    clientId = settings.clientID
    issuer = settings.endpoints.issuer
    clientSecret = try secrets(settings).clientSecret.flatMap { $0.isEmpty ? nil : $0.reveal() }
    tokenEndpointAuthMethod = settings.tokenAuthentication?.rawValue
    keyId = settings.clientKeyID
    trustedEmailDomains = settings.emailDomains
    responseType = .init()
    switch settings.responseType {
    case .code: responseType?.code = true
    case .idToken: responseType?.idToken = true
    }
  }

  /// - Throws: `MISSING_OAUTH_CLIENT_ID`, `MISSING_ISSUER`, `INVALID_ISSUER`, `INVALID_OAUTH_RESPONSE_TYPE`,
  ///   `MISSING_OAUTH_CLIENT_SECRET`, `INVALID_DISPLAY_NAME`, `INVALID_CONFIG`.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    let clientID = try ProviderConfigText.checked(clientId, "clientId")
    guard !clientID.isEmpty else { throw .missingClientID("An OpenID Connect provider needs a client id.") }
    let issuer = try ProviderConfigText.checked(issuer, "issuer")
    guard !issuer.isEmpty else {
      throw .refused(.missingIssuer, "An OpenID Connect provider needs its issuer.")
    }
    let secret = try ProviderConfigText.checked(clientSecret, "clientSecret")
    let type = try chosenResponseType()
    // Who replaces the whole by the official API knows nothing of what follows.
    let method =
      tokenEndpointAuthMethod == nil
      ? list.provider(id)?.tokenAuthentication : try chosenTokenAuthentication()
    guard type == .idToken || !secret.isEmpty || !(method?.needsClientSecret ?? true) else {
      throw .missingClientSecret("The code flow needs the client secret.")
    }
    let keyID = try ProviderConfigText.checked(keyId, "keyId")
    let key = try ProviderConfigText.privateKey(privateKey)
    guard key.map({ $0.isEmpty || ProviderCatalog.isClientKey($0) }) ?? true else {
      throw .invalidConfig("The private key has to be PEM text of a P-256, P-384 or RSA key.")
    }
    let name = try ProviderConfigText.displayName(displayName)
    let domains = try trustedEmailDomains.map { (texts) throws(IdentityError) in
      try ProviderConfigText.emailDomains(texts)
    }
    // The lab's issuer, and one that an operator runs, are no https addresses of the Internet.
    let privateHost = editor.privateHosts.host(of: issuer)
    if list.provider(id)?.endpoints.issuer != issuer {
      try RegisteredName.issuer(issuer, allowsPlainHTTP: privateHost != nil)
    }
    try editor.edit(id, for: .appCredentials, in: &list) { (settings, secrets) throws(IdentityError) in
      settings.displayName = name
      settings.enabled = enabled ?? false
      settings.clientID = clientID
      if settings.endpoints.issuer != issuer {
        // The addresses and the leave to fetch them were the operator's word for the other issuer: its keys
        // prove nothing about this one's users.
        settings.endpoints = ProviderEndpoints()
        settings.endpoints.issuer = issuer
      }
      settings.endpoints.privateHost = settings.endpoints.allowPrivateAddresses ? nil : privateHost
      settings.responseType = type
      secrets.clientSecret = secret.isEmpty ? nil : Secret(secret)
      settings.tokenAuthentication = method
      if keyId != nil { settings.clientKeyID = keyID.isEmpty ? nil : keyID }
      if let domains { settings.emailDomains = domains.isEmpty ? nil : domains }
      if let key { secrets.privateKey = key.isEmpty ? nil : key }
      if type == .code, method == .privateKey, secrets.privateKey == nil {
        throw .invalidConfig("private_key_jwt needs the private key.")
      }
    }
  }

  /// What a mask names and the change lacks is to be taken away.
  public func settled(_ change: Self, by mask: FieldMask) -> Self {
    guard !mask.replacesEverything else { return self }
    var settled = self
    if mask.touches("tokenEndpointAuthMethod") {
      settled.tokenEndpointAuthMethod = change.tokenEndpointAuthMethod ?? ""
    }
    if mask.touches("keyId") { settled.keyId = change.keyId ?? "" }
    if mask.touches("trustedEmailDomains") {
      settled.trustedEmailDomains = change.trustedEmailDomains ?? []
    }
    if mask.touches("privateKey") { settled.privateKey = change.privateKey ?? "" }
    return settled
  }

  /// Nil for what the provider says.
  private func chosenTokenAuthentication() throws(IdentityError) -> ProviderSettings.TokenAuthentication? {
    guard let name = tokenEndpointAuthMethod, !name.isEmpty else { return nil }
    guard let method = ProviderSettings.TokenAuthentication(rawValue: name) else {
      let known = ProviderSettings.TokenAuthentication.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidConfig("tokenEndpointAuthMethod is one of \(known).")
    }
    return method
  }

  private func chosenResponseType() throws(IdentityError) -> ProviderSettings.ResponseType {
    switch (responseType?.code ?? false, responseType?.idToken ?? false, responseType?.token ?? false) {
    case (true, false, false): return .code
    case (false, _, false): return .idToken
    default:
      throw .refused(
        .invalidOAuthResponseType, "The response type is either code or idToken, and never token.")
    }
  }
}
