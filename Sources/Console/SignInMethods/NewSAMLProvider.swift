import Identity
import IdentityProviders
import IdentityWire
import Operations

/// `methods/new/saml`: adds a SAML provider by its metadata (from an address, pasted, or as a file) or by
/// hand.
struct NewSAMLProvider: Sendable {
  private static let path = "methods/new/saml"
  /// The maximum size of the form: the metadata, as a file or as escaped text, and the other fields.
  static let maximumBodyBytes = SAMLMetadata.maximumLength * 3 + 65_536

  private struct Content: Sendable {
    let back: String
    let metadataAction: String
    /// The typed metadata that could not be used.
    let metadataAddress: String
    let metadataText: String
    let isFilled: Bool
    let certificates: [CertificateView]
    let hasCertificates: Bool
    let create: String
    let fields: [SettingField]
    let guide: ProviderGuide
    let addresses: ProviderAddresses
  }

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.path, requires: .editor) { request in Self.page(request, metadata: nil) }
    routes.action(Self.path + "/metadata", from: Self.path, maximumBodyBytes: Self.maximumBodyBytes) {
      request, form in
      let metadata = try await Self.metadata(form, request)
      let isFetched =
        try form.file("file") == nil && form.text("metadata", maximum: SAMLMetadata.maximumLength).isEmpty
      let address = try form.text("address", maximum: ProviderForm.maximumLength)
      return .page(Self.page(request, metadata: metadata, from: isFetched ? address : nil))
    }
    routes.action(Self.path, changing: .signInProvider, from: Self.path) { request, form in
      let id = "saml." + (try form.text("id", maximum: 64))
      try await ProviderForm.save(try SAMLProviderForm.settings(id, form, known: nil), isNew: true, request)
      return .redirect("methods/providers/\(ConsolePath.encode(id))", notice: "methods.created")
    }
  }

  /// Reads the metadata from the field that is filled in: an address, a text or a file.
  ///
  /// - Throws: `METADATA_MISSING`, `INVALID_CONFIG` if the content is not metadata, `DISCOVERY_FAILED`.
  static func metadata(_ form: ConsoleForm, _ request: ConsoleRequest) async throws -> SAMLMetadata {
    let service = request.domain.service
    if let file = form.file("file") { return try service.samlMetadata(in: file.bytes, request.caller) }
    let text = try form.text("metadata", maximum: SAMLMetadata.maximumLength)
    if !text.isEmpty { return try service.samlMetadata(in: Array(text.utf8), request.caller) }
    let address = try form.text("address", maximum: ProviderForm.maximumLength)
    guard !address.isEmpty else { throw WireError.badRequest("METADATA_MISSING") }
    return try await NewOpenIDProvider.withErrorDetails { () async throws(IdentityError) in
      try await service.samlMetadata(at: address, request.caller)
    }
  }

  /// - Parameter address: the address of the metadata; nil if it was pasted or uploaded.
  private static func page(
    _ request: ConsoleRequest, metadata: SAMLMetadata?, from address: String? = nil
  ) -> ConsolePage {
    let texts = request.texts
    let form = request.withoutMetadataForm
    let certificates = (metadata?.certificates ?? []).map { CertificateView($0, request) }
    let fields =
      [
        SettingField.text(
          "id", texts("methods.new.id"), form.submitted?["id"] ?? "", hint: texts("methods.new.saml.id"))
      ]
      + SAMLProviderForm.fields(
        form, nil, metadata: metadata, metadataAddress: address) + [
        .toggle("enabled", texts("methods.field.enabled"), form.ticked("enabled", false))
      ]
    return ConsolePage(
      section: .methods, title: texts("methods.new.saml"), template: "methods_new_saml",
      content: Content(
        back: request.path("methods"), metadataAction: request.path(path + "/metadata"),
        metadataAddress: request.submitted?["address"] ?? "",
        metadataText: request.submitted?["metadata"] ?? "",
        isFilled: metadata != nil, certificates: certificates, hasCertificates: !certificates.isEmpty,
        create: request.path(path), fields: fields, guide: ProviderGuide("saml.", texts),
        addresses: ProviderAddresses(request, saml: nil)))
  }
}

extension ConsoleRequest {
  /// The request without the rejected form, if the rejected form is the metadata form. The settings form is
  /// on the same page and has other fields.
  var withoutMetadataForm: ConsoleRequest {
    guard let submitted, submitted["ssoURL"] == nil else { return self }
    var request = self
    request.submitted = nil
    return request
  }
}
