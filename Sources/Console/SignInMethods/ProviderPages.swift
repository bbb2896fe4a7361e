import Identity
import IdentityProviders
import IdentityWire
import Operations

/// `methods/providers/{provider}`: the settings of a provider.
struct ProviderPages: Sendable {
  static let path = "methods/providers/{provider}"

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.path) { request in try ProviderPage.show(request, try request.providerID) }
    routes.action(Self.path, changing: .signInProvider, from: Self.path) { request, form in
      let id = try request.providerID
      try await ProviderForm(id).save(form, request)
      return .redirect("methods/providers/\(ConsolePath.encode(id))", notice: "common.saved")
    }
    routes.action(
      Self.path + "/metadata", from: Self.path, maximumBodyBytes: NewSAMLProvider.maximumBodyBytes
    ) { request, form in
      let id = try request.providerID
      guard request.caller.samlProvider(id) != nil else {
        throw WireError.notFound("CONFIGURATION_NOT_FOUND")
      }
      let metadata = try await NewSAMLProvider.metadata(form, request)
      return .page(try ProviderPage.show(request, id, metadata: metadata))
    }
    routes.page(Self.path + "/delete", requires: .editor) { request in
      let id = try request.providerID
      let name = try request.configuredName(id)
      return .confirm(
        .methods,
        ConfirmPage(
          title: request.texts("methods.delete.title", ["name": name]),
          paragraphs: [request.texts("methods.delete.what"), request.texts("methods.delete.users")],
          action: request.path(["methods", "providers", id, "delete"]),
          cancel: request.path(["methods", "providers", id]), button: request.texts("methods.delete.button")))
    }
    routes.action(Self.path + "/delete", from: Self.path + "/delete") { request, _ in
      try await ProviderForm(try request.providerID).delete(request)
      return .redirect("methods", notice: "methods.deleted")
    }
  }
}

extension ConsoleRequest {
  /// The provider's id in the path, which has to be a valid one.
  ///
  /// - Throws: `PAGE_NOT_FOUND` with 404.
  var providerID: String {
    get throws {
      let id = parameters["provider"] ?? ""
      let isFixed = ProviderCatalog.offeredIDs.contains(id)
      guard isFixed || caller.provider(id) != nil || caller.samlProvider(id) != nil else {
        throw WireError.notFound("PAGE_NOT_FOUND")
      }
      return id
    }
  }

  /// - Throws: `CONFIGURATION_NOT_FOUND` with 404 if the provider has no settings.
  func configuredName(_ id: String) throws -> String {
    if let settings = caller.provider(id) { return ProviderGuide.name(of: id, settings.displayName) }
    if let settings = caller.samlProvider(id) { return ProviderGuide.name(of: id, settings.displayName) }
    throw WireError.notFound("CONFIGURATION_NOT_FOUND")
  }
}

/// The content of a provider's page.
struct ProviderPage: Sendable {
  let back: String
  let providerID: String
  let isEnabled: Bool
  let state: String
  /// Remarks to read before a change.
  let notices: [String]
  let action: String
  let fields: [SettingField]
  let addresses: ProviderAddresses?
  /// Signing keys. Nil unless the provider is SAML and wants signed requests.
  let keys: SAMLKeysView?
  let guide: ProviderGuide
  let defaultScopes: String?
  /// The endpoints that were set on the command line.
  let endpoints: [ProviderAddresses.Row]
  let hasEndpoints: Bool
  let certificates: [CertificateView]
  let hasCertificates: Bool
  let metadataAction: String?
  /// The typed metadata that could not be used.
  let metadataAddress: String
  let metadataText: String
  let testPath: String?
  let deletePath: String?

  /// - Parameter metadata: fills the form, although it is not stored.
  static func show(_ request: ConsoleRequest, _ id: String, metadata: SAMLMetadata? = nil) throws
    -> ConsolePage
  {
    let caller = request.caller
    let status = try request.domain.administration.providerStatus(
      of: caller.providerList, apps: caller.project.apps, in: caller.scope
    ).first { $0.settings.providerID == id }
    let saml = caller.samlProvider(id)
    let isEnabled = status?.settings.enabled ?? saml?.enabled ?? false
    let isConfigured = status != nil || saml != nil
    let texts = request.texts
    let entry = status.flatMap { ProviderCatalog.entry(for: $0.settings) } ?? ProviderCatalog.entry(for: id)
    let isBrowser = entry?.hasWebFlow ?? false
    let form = ProviderForm(id)
    // The form of a provider with a profile contains the addresses already.
    let endpoints =
      entry?.fields.contains(.profile) == true
      ? [] : ProviderAddresses.endpoints(status?.settings.endpoints ?? .init(), texts)
    let certificates =
      (metadata?.certificates ?? saml?.idpCertificates.compactMap(SAMLCertificate.init(pem:)) ?? [])
      .map { CertificateView($0, request) }
    let name = ProviderGuide.name(of: id, status?.settings.displayName ?? saml?.displayName)
    return ConsolePage(
      section: .methods, title: name, template: "methods_provider",
      content: ProviderPage(
        back: request.path("methods"), providerID: id, isEnabled: isEnabled,
        state: !isConfigured
          ? texts("methods.state.none") : texts(isEnabled ? "common.enabled" : "common.disabled"),
        notices: notices(id, status, saml, isFilled: metadata != nil, request),
        action: request.path(["methods", "providers", id]),
        fields: form.fields(request, status: status, saml: saml, metadata: metadata),
        addresses: saml != nil
          ? ProviderAddresses(request, saml: saml) : isBrowser ? ProviderAddresses(request) : nil,
        keys: saml?.signsRequest == true ? SAMLKeysView(request, of: id) : nil,
        guide: ProviderGuide(id, texts),
        defaultScopes: entry.flatMap {
          $0.defaultScopes.isEmpty ? nil : $0.defaultScopes.joined(separator: ", ")
        },
        endpoints: endpoints, hasEndpoints: !endpoints.isEmpty, certificates: certificates,
        hasCertificates: !certificates.isEmpty,
        metadataAction: saml == nil ? nil : request.path(["methods", "providers", id, "metadata"]),
        metadataAddress: request.submitted?["address"] ?? "",
        metadataText: request.submitted?["metadata"] ?? "",
        testPath: !isConfigured ? nil : request.path(["methods", "providers", id, "test"]),
        deletePath: isConfigured ? request.path(["methods", "providers", id, "delete"]) : nil))
  }

  private static func notices(
    _ id: String, _ status: ProviderStatus?, _ saml: SAMLProviderSettings?, isFilled: Bool,
    _ request: ConsoleRequest
  ) -> [String] {
    let texts = request.texts
    var notices: [String] = []
    let redirect = request.redirectAddress
    if redirect.isStillShared, saml != nil || status != nil && ProviderGuide.hasWebFlow(id) {
      let own = request.origin + RedirectAddress.ownPath(of: redirect.project)
      notices.append(
        texts(
          "methods.sharedRedirect",
          ["address": own, "command": RedirectAddress.command(for: redirect.project)]))
    }
    if isFilled { notices.append(texts("methods.saml.filled")) }
    if saml?.allowsSHA1 == true { notices.append(texts("methods.saml.sha1")) }
    if let why = saml?.metadata?.failure { notices.append(texts("methods.saml.refresh", ["why": why])) }
    guard let status else { return notices }
    func sentences(_ missing: [MissingSetting]) -> String {
      missing.map { texts("methods.missing.\($0.name.rawValue)") }.joined(separator: " ")
    }
    if !status.missingForAppCredentials.isEmpty {
      notices.append(texts("methods.lacks.all", ["what": sentences(status.missingForAppCredentials)]))
    } else if ProviderGuide.hasWebFlow(id), !status.missingForWebFlow.isEmpty {
      notices.append(texts("methods.lacks.web", ["what": sentences(status.missingForWebFlow)]))
    }
    return notices
  }
}
