import Identity
import IdentityProviders
import Operations

/// Addresses to copy.
struct ProviderAddresses: Sendable {
  struct Row: Sendable {
    let id: String
    let label: String
    let address: String
    let copyLabel: String
    /// The kind of address, if the list has several kinds.
    var caption: String?
  }

  let title: String
  let hint: String
  let rows: [Row]

  /// The redirect URIs of a provider.
  init(_ request: ConsoleRequest) {
    title = request.texts("methods.redirectURI")
    hint = request.texts("methods.redirectURI.hint")
    rows = request.redirectURIs.enumerated().map { index, address in
      Self.row("redirect-uri-\(index + 1)", "redirectURI", address, request)
    }
  }

  /// Addresses and certificates of this server for a SAML provider.
  ///
  /// - Parameter settings: nil for a provider that is about to be added.
  init(_ request: ConsoleRequest, saml settings: SAMLProviderSettings?) {
    let texts = request.texts
    let scope = request.caller.scope
    guard let settings else {
      title = texts("methods.saml.acs")
      hint = texts("methods.saml.acs.hint")
      // The address of a project of its own contains the provider's id, which is still to be chosen.
      let new = SAMLProviderSettings(
        providerID: "saml.…", enabled: false, idpEntityID: "", ssoURL: "", spEntityID: "", callbackURI: "")
      rows = request.redirectURIs.enumerated().map { index, handler in
        Self.row(
          "redirect-uri-\(index + 1)", "saml.acs",
          request.assertionConsumerService(of: new, handler: handler), request)
      }
      return
    }
    title = texts("methods.saml.enter")
    hint = texts("methods.saml.enter.hint")
    var services: [String] = []
    for handler in request.redirectURIs {
      let address = request.assertionConsumerService(of: settings, handler: handler)
      if !services.contains(address) { services.append(address) }
    }
    let metadata = request.origin + SAMLAddresses.metadata(of: settings.providerID, in: scope)
    let all =
      [
        ("saml-metadata", "saml.metadataURL", metadata),
        ("saml-entity-id", "saml.entityID", settings.spEntityID),
      ]
      + services.enumerated().map { ("redirect-uri-\($0 + 1)", "saml.acs", $1) }
    rows = all.map { id, key, address in
      var row = Self.row(id, key, address, request)
      row.caption = row.label
      return row
    }
  }

  private static func row(_ id: String, _ key: String, _ address: String, _ request: ConsoleRequest) -> Row {
    Row(
      id: id, label: request.texts("methods.\(key)"), address: address,
      copyLabel: request.texts("methods.copy", ["address": address]))
  }

  /// Endpoints that were set on the command line to replace the provider's own.
  static func endpoints(_ endpoints: ProviderEndpoints, _ texts: ConsoleTexts) -> [Row] {
    let all: [(String, String?)] = [
      ("temporaryCredentials", endpoints.temporaryCredentials),
      ("authorization", endpoints.authorization), ("token", endpoints.token), ("jwks", endpoints.jwks),
      ("userInfo", endpoints.userInfo), ("userEmails", endpoints.userEmails),
      ("tokenCheck", endpoints.tokenCheck), ("revocation", endpoints.revocation),
      ("limitedLoginJWKS", endpoints.limitedLoginJWKS),
    ]
    return all.compactMap { name, address in
      address.map {
        Row(id: "endpoint-\(name)", label: texts("methods.endpoint.\(name)"), address: $0, copyLabel: "")
      }
    }
  }
}
