import Identity
import IdentityProviders
import IdentityWire
import Operations

/// The form of one provider: what it asks for, and the configuration that it makes, under the names and checks of the
/// REST API.
struct ProviderForm: Sendable {
  /// Characters of a text.
  static let maximumLength = 2_048

  let id: String

  init(_ id: String) { self.id = id }

  // MARK: What it asks for

  func fields(
    _ request: ConsoleRequest, status: ProviderStatus?, saml: SAMLProviderSettings?,
    metadata: SAMLMetadata? = nil
  ) -> [SettingField] {
    let request = id.hasPrefix("saml.") ? request.withoutMetadataForm : request
    let texts = request.texts
    let isEnabled = status?.settings.enabled ?? saml?.enabled ?? false
    let toggle = SettingField.toggle(
      "enabled", texts("methods.field.enabled"), request.ticked("enabled", isEnabled),
      hint: texts("methods.field.enabled.hint"))
    if id.hasPrefix("saml.") { return [toggle] + Self.samlFields(request, saml, metadata: metadata) }
    let settings = status?.settings
    if id.hasPrefix("oidc.") {
      return [toggle]
        + Self.openIDFields(
          request, settings, hasSecret: status?.hasClientSecret ?? false,
          hasPrivateKey: status?.hasPrivateKey ?? false)
    }
    func text(_ name: String, _ key: String, _ value: String?, isOptional: Bool = false) -> SettingField {
      .text(
        name, texts("methods.field.\(key)"), request.filled(name, value ?? ""),
        hint: texts("methods.field.\(key).hint"), isOptional: isOptional)
    }
    func audiences(_ key: String) -> SettingField {
      .area(
        "audiences", texts("methods.field.\(key)"),
        request.filled("audiences", (settings?.additionalAudiences ?? []).joined(separator: "\n")),
        hint: texts("methods.field.\(key).hint"), isOptional: true)
    }
    func secret(_ key: String) -> SettingField {
      .secret(
        "clientSecret", texts("methods.field.\(key)"), isSet: status?.hasClientSecret ?? false,
        hint: texts("methods.field.\(key).hint"))
    }
    switch id {
    case "apple.com":
      return [
        toggle, text("clientID", "servicesID", settings?.clientID, isOptional: true), audiences("bundleIDs"),
        text("teamID", "teamID", settings?.apple?.teamID, isOptional: true),
        text("keyID", "keyID", settings?.apple?.keyID, isOptional: true),
        .secret(
          "privateKey", texts("methods.field.privateKey"), isSet: status?.hasPrivateKey ?? false,
          hint: texts("methods.field.privateKey.hint"), isLong: true),
      ]
    case "facebook.com": return [toggle, text("clientID", "appID", settings?.clientID), secret("appSecret")]
    case "google.com":
      return [
        toggle, text("clientID", "clientID", settings?.clientID), secret("clientSecret"),
        audiences("audiences"),
      ]
    case GameCenterVerifier.providerID:
      return [toggle, text("clientID", "bundleID", settings?.clientID), audiences("moreBundleIDs")]
    default: return [toggle, text("clientID", "clientID", settings?.clientID), secret("clientSecret")]
    }
  }

  static func openIDFields(
    _ request: ConsoleRequest, _ settings: ProviderSettings?, hasSecret: Bool, hasPrivateKey: Bool = false
  ) -> [SettingField] {
    let texts = request.texts
    let methods = ProviderSettings.TokenAuthentication.allCases.map(\.rawValue)
    let chosen = settings?.responseType ?? .code
    return [
      .text(
        "displayName", texts("common.name"), request.filled("displayName", settings?.displayName ?? ""),
        hint: texts("methods.field.displayName.hint"), isOptional: true),
      .text(
        "issuer", texts("methods.field.issuer"), request.filled("issuer", settings?.endpoints.issuer ?? ""),
        hint: texts("methods.field.issuer.hint")),
      .text(
        "clientID", texts("methods.field.clientID"), request.filled("clientID", settings?.clientID ?? ""),
        hint: texts("methods.field.clientID.hint")),
      .secret(
        "clientSecret", texts("methods.field.clientSecret"), isSet: hasSecret,
        hint: texts("methods.field.clientSecret.hint")),
      .choice(
        "responseType", texts("methods.field.responseType"),
        request.filled("responseType", chosen == .code ? "code" : "idToken"),
        [
          ("code", texts("methods.field.code"), texts("methods.field.code.hint")),
          ("idToken", texts("methods.field.idToken"), texts("methods.field.idToken.hint")),
        ]),
      .choice(
        "tokenAuthentication", texts("methods.field.tokenAuthentication"),
        request.filled("tokenAuthentication", settings?.tokenAuthentication?.rawValue ?? "automatic"),
        (["automatic"] + methods).map { name in
          let key = "methods.field.tokenAuthentication.\(name)"
          return (name, name == "automatic" ? texts(key) : name, texts("\(key).hint"))
        }),
      .text(
        "keyID", texts("methods.field.keyID"), request.filled("keyID", settings?.clientKeyID ?? ""),
        hint: texts("methods.field.clientKeyID.hint"), isOptional: true),
      .secret(
        "privateKey", texts("methods.field.privateKey"), isSet: hasPrivateKey,
        hint: texts("methods.field.clientKey.hint"), isLong: true),
      .area(
        "emailDomains", texts("methods.field.emailDomains"),
        request.filled("emailDomains", (settings?.emailDomains ?? []).joined(separator: "\n")),
        hint: texts("methods.field.emailDomains.hint"), isOptional: true),
    ]
  }

  static func samlFields(
    _ request: ConsoleRequest, _ settings: SAMLProviderSettings?, metadata: SAMLMetadata?
  ) -> [SettingField] {
    let texts = request.texts
    let found = metadata.map {
      ($0.entityID, $0.ssoURL, $0.certificates.map(\.pem).joined())
    }
    func field(_ name: String, _ stored: String?, isArea: Bool = false) -> SettingField {
      let (label, hint) = (texts("methods.field.\(name)"), texts("methods.field.\(name).hint"))
      let value = stored ?? ""
      return isArea ? .area(name, label, value, hint: hint) : .text(name, label, value, hint: hint)
    }
    func filled(_ name: String, _ stored: String?) -> String { request.filled(name, stored ?? "") }
    let certificates = settings?.idpCertificates.joined(separator: "\n")
    return [
      .text(
        "displayName", texts("common.name"), filled("displayName", settings?.displayName),
        hint: texts("methods.field.displayName.hint"), isOptional: true),
      field("idpEntityID", found?.0 ?? filled("idpEntityID", settings?.idpEntityID)),
      field("ssoURL", found?.1 ?? filled("ssoURL", settings?.ssoURL)),
      field("certificates", found?.2 ?? filled("certificates", certificates), isArea: true),
      field("spEntityID", filled("spEntityID", settings?.spEntityID ?? request.origin)),
      field("callbackURI", filled("callbackURI", settings?.callbackURI ?? request.redirectURI)),
      .toggle(
        "signRequest", texts("methods.field.signRequest"),
        request.ticked("signRequest", settings?.signsRequest ?? false)),
    ]
  }

  // MARK: What becomes of it

  func save(_ form: ConsoleForm, _ request: ConsoleRequest) async throws {
    if id.hasPrefix("saml.") {
      try await store(
        try Self.samlConfig(form), ["enabled", "displayName", "idpConfig", "spConfig"], request)
    } else if id.hasPrefix("oidc.") {
      let (config, mask) = try Self.openIDConfig(form)
      try await store(config, mask, request)
    } else {
      let (config, mask) = try defaultConfig(form, request)
      try await store(config, mask, request)
    }
  }

  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  func delete(_ request: ConsoleRequest) async throws {
    let (id, scope, administration) = (id, request.caller.scope, request.domain.administration)
    try await request.audited(nil) { () async throws in
      if id.hasPrefix("saml.") {
        try await administration.deleteProviderConfig(id, of: InboundSAMLConfig.self, in: scope)
      } else if id.hasPrefix("oidc.") {
        try await administration.deleteProviderConfig(id, of: OAuthIdpConfig.self, in: scope)
      } else {
        try await administration.deleteProviderConfig(id, of: DefaultSupportedIdpConfig.self, in: scope)
      }
    }
  }

  /// Makes the configuration, or changes what the mask names of it.
  func store<Config: ProviderConfig>(_ config: Config, _ mask: [String], _ request: ConsoleRequest)
    async throws
  {
    let (id, scope, administration) = (id, request.caller.scope, request.domain.administration)
    let isKnown = Config.ids(in: request.caller.providerList).contains(id)
    _ = try await request.audited(nil) { () async throws -> Config in
      if isKnown {
        return try await administration.updateProviderConfig(
          UpdateProviderConfigRequest(configId: id, fields: mask, config: config), in: scope)
      }
      return try await administration.createProviderConfig(
        CreateProviderConfigRequest(id: id, config: config), in: scope)
    }
  }

  private func defaultConfig(_ form: ConsoleForm, _ request: ConsoleRequest) throws
    -> (DefaultSupportedIdpConfig, [String])
  {
    var config = DefaultSupportedIdpConfig()
    config.enabled = form.isOn("enabled")
    config.clientId = try form.text("clientID", maximum: Self.maximumLength)
    var mask = ["enabled", "clientId"]
    if id == "apple.com" { return try appleConfig(form, config, mask, request) }
    if id != GameCenterVerifier.providerID, let secret = try Self.secret("clientSecret", form) {
      config.clientSecret = secret
      mask.append("clientSecret")
    }
    if id == "google.com" || id == GameCenterVerifier.providerID {
      config.whitelistedAudiences = try form.list("audiences")
      mask.append("whitelistedAudiences")
    }
    return (config, mask)
  }

  private func appleConfig(
    _ form: ConsoleForm, _ config: DefaultSupportedIdpConfig, _ mask: [String], _ request: ConsoleRequest
  ) throws -> (DefaultSupportedIdpConfig, [String]) {
    var (config, mask) = (config, mask + ["appleSignInConfig.bundleIds"])
    var key = DefaultSupportedIdpConfig.AppleSignInConfig.CodeFlowConfig()
    key.teamId = try form.text("teamID")
    key.keyId = try form.text("keyID")
    key.privateKey = try Self.secret("privateKey", form)
    config.appleSignInConfig = .init()
    config.appleSignInConfig?.bundleIds = try form.list("audiences")
    let codeFlow = "appleSignInConfig.codeFlowConfig"
    let isEmpty = key.teamId?.isEmpty == true && key.keyId?.isEmpty == true
    if isEmpty, key.privateKey?.isEmpty ?? true {
      // Nothing of the browser's flow is left, unless the key is to stay for later.
      if key.privateKey != nil || request.caller.provider(id)?.apple == nil {
        return (config, mask + [codeFlow])
      }
    }
    config.appleSignInConfig?.codeFlowConfig = key
    mask += ["\(codeFlow).teamId", "\(codeFlow).keyId"]
    if key.privateKey != nil { mask.append("\(codeFlow).privateKey") }
    return (config, mask)
  }

  /// - Returns: nil where what is there stays; empty where it is to be taken away.
  private static func secret(_ name: String, _ form: ConsoleForm) throws -> String? {
    let typed = try form.text(name, maximum: 16_384)
    if !typed.isEmpty { return typed }
    return form.isOn("remove-\(name)") ? "" : nil
  }

  static func openIDConfig(_ form: ConsoleForm) throws -> (OAuthIdpConfig, [String]) {
    var config = OAuthIdpConfig()
    config.enabled = form.isOn("enabled")
    config.displayName = try form.text("displayName")
    config.issuer = try form.text("issuer", maximum: maximumLength)
    config.clientId = try form.text("clientID", maximum: maximumLength)
    config.responseType = .init()
    switch form["responseType"] {
    case "code": config.responseType?.code = true
    case "idToken": config.responseType?.idToken = true
    default: throw WireError.badRequest("INVALID_FORM")
    }
    let method = try form.text("tokenAuthentication")
    config.tokenEndpointAuthMethod = method == "automatic" ? "" : method
    config.keyId = try form.text("keyID")
    config.trustedEmailDomains = try form.list("emailDomains")
    var mask = [
      "enabled", "displayName", "issuer", "clientId", "responseType", "tokenEndpointAuthMethod", "keyId",
      "trustedEmailDomains",
    ]
    if let key = try secret("privateKey", form) {
      config.privateKey = key
      mask.append("privateKey")
    }
    if let secret = try secret("clientSecret", form) {
      config.clientSecret = secret
      mask.append("clientSecret")
    }
    return (config, mask)
  }

  static func samlConfig(_ form: ConsoleForm) throws -> InboundSAMLConfig {
    var config = InboundSAMLConfig()
    config.enabled = form.isOn("enabled")
    config.displayName = try form.text("displayName")
    config.idpConfig = .init()
    config.idpConfig?.idpEntityId = try form.text("idpEntityID", maximum: maximumLength)
    config.idpConfig?.ssoUrl = try form.text("ssoURL", maximum: maximumLength)
    config.idpConfig?.signRequest = form.isOn("signRequest")
    config.idpConfig?.idpCertificates = try certificates(form).map { pem in
      var certificate = InboundSAMLConfig.IdentityProvider.Certificate()
      certificate.x509Certificate = pem
      return certificate
    }
    config.spConfig = .init()
    config.spConfig?.spEntityId = try form.text("spEntityID", maximum: maximumLength)
    config.spConfig?.callbackUri = try form.text("callbackURI", maximum: maximumLength)
    return config
  }

  /// One PEM text after the other.
  private static func certificates(_ form: ConsoleForm) throws -> [String] {
    let end = "-----END CERTIFICATE-----"
    let parts = try form.text("certificates", maximum: 200_000).components(separatedBy: end)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    var all = parts.dropLast().map { "\($0)\n\(end)\n" }
    // What has no end is none, and is refused as such.
    if let rest = parts.last, !rest.isEmpty { all.append(rest) }
    return all
  }
}
