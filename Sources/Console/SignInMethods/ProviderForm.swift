import Identity
import IdentityProviders
import IdentityWire
import Operations

/// The form of a provider: its fields, and the configuration that it makes, with the names and checks of the
/// REST API.
struct ProviderForm: Sendable {
  /// The maximum length of a text in characters.
  static let maximumLength = 2_048
  /// The field of Microsoft's tenant. It cannot be `tenant`, because every form of the console has a field of this name
  /// for the project's tenant.
  private static let providerTenant = "providerTenant"
  private static let revokeOnDeletion = "revokeOnDeletion"

  let id: String

  init(_ id: String) { self.id = id }

  /// True for a plain OAuth 2.0 provider that is defined by its settings alone.
  private var isDescribed: Bool { ProviderCatalog.entry(for: id)?.fields.contains(.profile) == true }

  // MARK: Fields

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
    if id.hasPrefix("saml.") { return [toggle] + SAMLProviderForm.fields(request, saml, metadata: metadata) }
    let settings = status?.settings
    if isDescribed {
      return [toggle]
        + OAuthProviderForm.fields(request, settings, hasSecret: status?.hasClientSecret ?? false)
    }
    if id.hasPrefix("oidc.") {
      return [toggle]
        + Self.openIDFields(
          request, settings, preset: OpenIDPreset(for: id), hasSecret: status?.hasClientSecret ?? false,
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
    guard let provider = ProviderCatalog.entry(for: id) else { return [toggle] }
    var fields = [toggle]
    if provider.fields.contains(.clientID) {
      fields.append(
        text(
          "clientID", Self.labels[provider.clientIDName] ?? "clientID", settings?.clientID,
          isOptional: !provider.isKnownByAudience.isEmpty && provider.fields.contains(.appleKey)))
    }
    if provider.fields.contains(.clientSecret) {
      fields.append(secret(Self.secretLabels[provider.clientSecretName] ?? "clientSecret"))
    }
    if provider.fields.contains(.tenant) {
      fields.append(text(Self.providerTenant, "tenant", settings?.tenant, isOptional: true))
    }
    if provider.fields.contains(.audiences) {
      let names = [MissingSetting.Name.servicesID: "bundleIDs", .bundleID: "moreBundleIDs"]
      fields.append(audiences(names[provider.clientIDName] ?? "audiences"))
    }
    if provider.fields.contains(.appleKey) {
      fields += [
        text("teamID", "teamID", settings?.apple?.teamID, isOptional: true),
        text("keyID", "keyID", settings?.apple?.keyID, isOptional: true),
        .secret(
          "privateKey", texts("methods.field.privateKey"), isSet: status?.hasPrivateKey ?? false,
          hint: texts("methods.field.privateKey.hint"), isLong: true),
      ]
    }
    if provider.revocation != nil { fields.append(Self.revocation(request, settings)) }
    return fields
  }

  /// The toggle of a provider that can revoke access.
  static func revocation(_ request: ConsoleRequest, _ settings: ProviderSettings?) -> SettingField {
    .toggle(
      revokeOnDeletion, request.texts("methods.field.revokeOnDeletion"),
      request.ticked(revokeOnDeletion, settings?.revokesOnDeletion ?? false),
      hint: request.texts("methods.field.revokeOnDeletion.hint"))
  }

  static func revokesOnDeletion(_ form: ConsoleForm) -> Bool { form.isOn(revokeOnDeletion) }

  /// The label of the client id's field, by the provider's own name for it.
  private static let labels: [MissingSetting.Name: String] = [
    .servicesID: "servicesID", .appID: "appID", .bundleID: "bundleID", .apiKey: "apiKey",
  ]

  /// The label of the secret's field, by the provider's own name for it.
  private static let secretLabels: [MissingSetting.Name: String] = [
    .appSecret: "appSecret", .apiKeySecret: "apiKeySecret",
  ]

  static func openIDFields(
    _ request: ConsoleRequest, _ settings: ProviderSettings?, preset: OpenIDPreset? = nil, hasSecret: Bool,
    hasPrivateKey: Bool = false
  ) -> [SettingField] {
    let texts = request.texts
    let chosen = settings?.responseType ?? .code
    return [
      .text(
        "displayName", texts("common.name"),
        request.filled("displayName", settings?.displayName ?? (settings == nil ? preset?.name : nil) ?? ""),
        hint: texts("methods.field.displayName.hint"), isOptional: true),
      .text(
        "issuer", texts("methods.field.issuer"),
        request.filled("issuer", settings?.endpoints.issuer ?? preset?.issuer ?? ""),
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
      TokenAuthenticationField.field(
        ProviderSettings.TokenAuthentication.allCases, request, settings?.tokenAuthentication),
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
    ] + (preset == nil ? [revocation(request, settings)] : [])
  }

  // MARK: The change

  func save(_ form: ConsoleForm, _ request: ConsoleRequest) async throws {
    if id.hasPrefix("saml.") {
      let known = request.caller.samlProvider(id)
      return try await Self.save(
        try SAMLProviderForm.settings(id, form, known: known), isNew: known == nil, request)
    }
    let change =
      isDescribed
      ? try OAuthProviderForm.change(form)
      : id.hasPrefix("oidc.") ? try Self.openIDChange(form) : try fixedChange(form, request)
    try await Self.save(change, of: id, isNew: request.caller.provider(id) == nil, request)
  }

  static func save(
    _ change: ProviderChange, of id: String, isNew: Bool, _ request: ConsoleRequest
  ) async throws {
    let (scope, administration) = (request.caller.scope, request.domain.administration)
    _ = try await request.audited(nil) { () async throws -> ProviderList in
      try await administration.changeProvider(id, change, for: .appCredentials, in: scope, isNew: isNew)
    }
  }

  static func save(_ settings: SAMLProviderSettings, isNew: Bool, _ request: ConsoleRequest) async throws {
    let (scope, administration) = (request.caller.scope, request.domain.administration)
    _ = try await request.audited(nil) { () async throws -> ProviderList in
      try await administration.setSAMLProvider(settings, isNew: isNew, in: scope)
    }
  }

  /// - Throws: `CONFIGURATION_NOT_FOUND`.
  func delete(_ request: ConsoleRequest) async throws {
    let (id, scope, administration) = (id, request.caller.scope, request.domain.administration)
    try await request.audited(nil) { () async throws in
      if id.hasPrefix("saml.") {
        try await administration.deleteProviderConfig(id, of: InboundSAMLConfig.self, in: scope)
      } else if ProviderCatalog.isNamed(id) {
        try await administration.deleteProviderConfig(id, of: OAuthIdpConfig.self, in: scope)
      } else {
        try await administration.deleteProviderConfig(id, of: DefaultSupportedIdpConfig.self, in: scope)
      }
    }
  }

  private func fixedChange(_ form: ConsoleForm, _ request: ConsoleRequest) throws -> ProviderChange {
    let provider = ProviderCatalog.entry(for: id)
    let fields = provider?.fields ?? []
    var change = ProviderChange()
    change.enabled = form.isOn("enabled")
    if provider?.revocation != nil { change.revokesOnDeletion = Self.revokesOnDeletion(form) }
    change.clientID = try form.text("clientID", maximum: Self.maximumLength)
    if fields.contains(.clientSecret) {
      change.clientSecret = .init(secret: try Self.secret("clientSecret", form))
    }
    if fields.contains(.tenant) {
      change.tenant = .init(try form.text(Self.providerTenant, maximum: Self.maximumLength))
    }
    if fields.contains(.audiences) { change.audiences = try form.list("audiences") }
    if fields.contains(.appleKey) { try takeAppleKey(form, &change, request) }
    return change
  }

  private func takeAppleKey(_ form: ConsoleForm, _ change: inout ProviderChange, _ request: ConsoleRequest)
    throws
  {
    let (teamID, keyID) = (try form.text("teamID"), try form.text("keyID"))
    let key = try Self.secret("privateKey", form)
    if teamID.isEmpty, keyID.isEmpty, key?.isEmpty ?? true {
      // The browser flow's settings are removed, unless the key is kept for later.
      if key != nil || request.caller.provider(id)?.apple == nil {
        change.removesAppleKey = true
        return
      }
    }
    (change.teamID, change.keyID) = (teamID, keyID)
    change.privateKey = .init(secret: key)
  }

  /// - Returns: nil to keep the stored secret; empty to remove it.
  static func secret(_ name: String, _ form: ConsoleForm) throws -> String? {
    let typed = try form.text(name, maximum: 16_384)
    if !typed.isEmpty { return typed }
    return form.isOn("remove-\(name)") ? "" : nil
  }

  static func openIDChange(_ form: ConsoleForm) throws -> ProviderChange {
    var change = ProviderChange()
    change.isWhole = true
    change.enabled = form.isOn("enabled")
    change.displayName = .init(try form.text("displayName"))
    change.issuer = try form.text("issuer", maximum: maximumLength)
    change.clientID = try form.text("clientID", maximum: maximumLength)
    guard let type = form["responseType"].flatMap(ProviderSettings.ResponseType.init) else {
      throw WireError.badRequest("INVALID_FORM")
    }
    change.responseType = type
    change.tokenAuthentication = try TokenAuthenticationField.change(
      ProviderSettings.TokenAuthentication.allCases, form)
    change.clientKeyID = .init(try form.text("keyID"))
    change.emailDomains = try form.list("emailDomains")
    change.revokesOnDeletion = revokesOnDeletion(form)
    change.privateKey = .init(secret: try secret("privateKey", form))
    change.clientSecret = .init(secret: try secret("clientSecret", form))
    return change
  }
}
