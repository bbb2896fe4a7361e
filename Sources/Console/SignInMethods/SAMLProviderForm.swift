import Identity
import IdentityProviders
import IdentityWire

/// The form of a SAML provider: its fields, and the settings that it makes.
enum SAMLProviderForm {
  private typealias Mapping = WritableKeyPath<SAMLAttributeMapping, String?>

  /// The attributes that can be mapped, by the names of their fields.
  private static var attributes: [(name: String, path: Mapping)] {
    [
      ("emailAttribute", \.email), ("nameAttribute", \.displayName), ("photoAttribute", \.photoURL),
      ("groupsAttribute", \.groups), ("groupsClaim", \.groupsClaim),
    ]
  }

  /// - Parameter metadata: fills in the fields that it has values for.
  static func fields(
    _ request: ConsoleRequest, _ settings: SAMLProviderSettings?, metadata: SAMLMetadata?,
    metadataAddress: String? = nil
  ) -> [SettingField] {
    let texts = request.texts
    func label(_ name: String) -> String { texts("methods.field.\(name)") }
    func hint(_ name: String) -> String { texts("methods.field.\(name).hint") }
    func text(
      _ name: String, _ stored: String?, found: String? = nil, isArea: Bool = false, isOptional: Bool = false
    ) -> SettingField {
      let value = found ?? request.filled(name, stored ?? "")
      return isArea
        ? .area(name, label(name), value, hint: hint(name), isOptional: isOptional)
        : .text(name, label(name), value, hint: hint(name), isOptional: isOptional)
    }
    func list(_ name: String, _ stored: [String]?) -> SettingField {
      text(name, stored?.joined(separator: "\n"), isArea: true, isOptional: true)
    }
    func toggle(_ name: String, _ stored: Bool?) -> SettingField {
      .toggle(name, label(name), request.ticked(name, stored ?? false), hint: hint(name))
    }
    let mapping = settings?.attributes ?? SAMLAttributeMapping()
    return [
      .text(
        "displayName", texts("common.name"), request.filled("displayName", settings?.displayName ?? ""),
        hint: texts("methods.field.displayName.hint"), isOptional: true),
      text("idpEntityID", settings?.idpEntityID, found: metadata?.entityID),
      text("ssoURL", settings?.ssoURL, found: metadata?.ssoURL),
      text(
        "certificates", settings?.idpCertificates.joined(separator: "\n"),
        found: metadata?.certificates.map(\.pem).joined(), isArea: true),
      text("metadataURL", settings?.metadata?.url, found: metadataAddress, isOptional: true),
      text("spEntityID", settings?.spEntityID ?? request.origin),
      text(
        "callbackURI",
        settings?.callbackURI ?? (request.redirectAddress.isShared ? request.redirectURI : ""),
        isOptional: true),
      toggle("signRequest", settings?.signsRequest ?? true),
      toggle("forceAuthn", settings?.forcesAuthentication),
      list("emailDomains", settings?.emailDomains),
      list("discoveryDomains", settings?.discoveryDomains),
    ] + attributes.map { text($0.name, mapping[keyPath: $0.path], isOptional: true) } + [
      list("signInAttributes", mapping.signInAttributes),
      text("unsolicitedPage", settings?.unsolicitedPage, isOptional: true),
      toggle("allowSHA1", settings?.allowsSHA1),
    ]
  }

  /// - Parameter known: the present settings; nil for a new provider.
  static func settings(_ id: String, _ form: ConsoleForm, known: SAMLProviderSettings?) throws
    -> SAMLProviderSettings
  {
    func text(_ name: String) throws -> String {
      try form.text(name, maximum: ProviderForm.maximumLength)
    }
    func given(_ name: String) throws -> String? {
      let text = try text(name)
      return text.isEmpty ? nil : text
    }
    func listed(_ name: String) throws -> [String]? {
      let list = try form.list(name)
      return list.isEmpty ? nil : list
    }
    var settings =
      known
      ?? SAMLProviderSettings(
        providerID: id, enabled: false, idpEntityID: "", ssoURL: "", spEntityID: "", callbackURI: "")
    settings.enabled = form.isOn("enabled")
    settings.displayName = try form.text("displayName")
    settings.idpEntityID = try text("idpEntityID")
    settings.ssoURL = try text("ssoURL")
    settings.idpCertificates = try certificates(form)
    settings.setMetadata(url: try text("metadataURL"))
    settings.spEntityID = try text("spEntityID")
    settings.callbackURI = try text("callbackURI")
    settings.signsRequest = form.isOn("signRequest")
    settings.forcesAuthentication = form.isOn("forceAuthn")
    settings.emailDomains = try listed("emailDomains")
    settings.discoveryDomains = try form.list("discoveryDomains")
    for (name, path) in attributes { settings.attributes[keyPath: path] = try given(name) }
    settings.attributes.signInAttributes = try listed("signInAttributes")
    settings.unsolicitedPage = try given("unsolicitedPage")
    settings.allowsSHA1 = form.isOn("allowSHA1")
    return settings
  }

  /// The PEM texts of the form, one after the other.
  private static func certificates(_ form: ConsoleForm) throws -> [String] {
    let end = "-----END CERTIFICATE-----"
    let parts = try form.text("certificates", maximum: 200_000).components(separatedBy: end)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    var all = parts.dropLast().map { "\($0)\n\(end)\n" }
    // A certificate without its end line is kept, so that the check refuses it.
    if let rest = parts.last, !rest.isEmpty { all.append(rest) }
    return all
  }
}
