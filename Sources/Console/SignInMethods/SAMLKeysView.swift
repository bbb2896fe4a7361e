import Identity
import IdentityProviders

/// The certificates of a project's keys for requests to SAML providers, and the change from one key to the
/// next.
struct SAMLKeysView: Sendable {
  struct Key: Sendable {
    let role: String
    let certificate: CertificateView
    let pem: String
    let id: String
    let copyLabel: String
  }

  let keys: [Key]
  let preparePath: String
  /// Nil if there is no other key.
  let changePath: String?

  init(_ request: ConsoleRequest, of id: String) {
    let texts = request.texts
    let published = request.project.samlKeys?.published ?? []
    keys = published.enumerated().compactMap { index, key in
      guard let certificate = SAMLCertificate(pem: key.certificate) else { return nil }
      let role = texts("methods.saml.keys.\(index == 0 ? "current" : "other")")
      return Key(
        role: role, certificate: CertificateView(certificate, request), pem: certificate.pem,
        id: "saml-certificate-\(index + 1)", copyLabel: texts("methods.copy", ["address": role]))
    }
    let path = ["methods", "providers", id, "keys"]
    preparePath = request.path(path + ["prepare"])
    changePath = published.count > 1 ? request.path(path + ["change"]) : nil
  }
}

/// The actions on the keys for requests to SAML providers. The keys belong to the whole project.
struct SAMLKeyPages: Sendable {
  func add(to routes: ConsoleRouteTable) {
    for action in ["prepare", "change"] {
      routes.action(ProviderPages.path + "/keys/\(action)", from: ProviderPages.path) { request, _ in
        let id = try request.providerID
        let (project, administration) = (request.project.id, request.domain.administration)
        _ = try await request.audited(nil) { () async throws -> Project in
          try await action == "prepare"
            ? administration.prepareSAMLKey(in: project) : administration.changeSAMLKey(in: project)
        }
        return .redirect(
          "methods/providers/\(ConsolePath.encode(id))", notice: "methods.saml.keys.\(action)d")
      }
    }
  }
}
