import Identity
import IdentityProviders
import IdentityWire
import Operations

/// `methods/new/oidc`: adds an OpenID Connect provider by its issuer, whose discovery document is read first.
struct NewOpenIDProvider: Sendable {
  private static let path = "methods/new/oidc"

  private struct Content: Sendable {
    let back: String
    let discover: String
    let address: String
    /// The addresses from the discovery document; nil before it was read.
    let found: [ProviderAddresses.Row]
    let isFound: Bool
    let create: String
    let fields: [SettingField]
    let guide: ProviderGuide
    let addresses: ProviderAddresses
  }

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.path, requires: .editor) { request in Self.page(request, found: nil) }
    routes.action(Self.path + "/discover", from: Self.path) { request, form in
      let address = try form.text("address", maximum: ProviderForm.maximumLength)
      let found = try await Self.withErrorDetails {
        () async throws(IdentityError) in
        try await request.domain.service.describeIssuer(address, request.caller)
      }
      return .page(Self.page(request, found: found))
    }
    routes.action(Self.path, changing: .signInProvider, from: Self.path) { request, form in
      let id = "oidc." + (try form.text("id", maximum: 64))
      try await ProviderForm.save(try ProviderForm.openIDChange(form), of: id, isNew: true, request)
      return .redirect("methods/providers/\(ConsolePath.encode(id))", notice: "methods.created")
    }
  }

  /// Shows an administrator details that the protocol hides from clients.
  static func withErrorDetails<Answer>(_ body: () async throws(IdentityError) -> Answer) async throws
    -> Answer
  {
    do throws(IdentityError) {
      return try await body()
    } catch {
      guard let diagnosis = error.signInDiagnosis else { throw error }
      let report = diagnosis.report
      let facts = [report.sentence, report.seen.map { "(\($0))" }, report.advice].compactMap(\.self)
      throw WireError.badRequest("DISCOVERY_FAILED", facts.joined(separator: " "))
    }
  }

  private static func page(_ request: ConsoleRequest, found: IssuerDescription?) -> ConsolePage {
    let texts = request.texts
    var fields = [
      SettingField.text(
        "id", texts("methods.new.id"), request.submitted?["id"] ?? "", hint: texts("methods.new.oidc.id"))
    ]
    let other = ProviderForm.openIDFields(request, nil, hasSecret: false)
    fields += other.map { field in
      guard field.name == "issuer", let found else { return field }
      var field = field
      field.value = found.issuer
      return field
    }
    fields.append(
      .toggle("enabled", texts("methods.field.enabled"), request.ticked("enabled", true)))
    let rows = found.map { found in
      let all: [(String, String?)] = [
        ("issuer", found.issuer), ("authorization", found.authorizationEndpoint),
        ("token", found.tokenEndpoint), ("jwks", found.jwksURI),
      ]
      return all.compactMap { name, address in
        address.map {
          ProviderAddresses.Row(
            id: "found-\(name)", label: texts("methods.endpoint.\(name)"), address: $0, copyLabel: "")
        }
      } + [
        .init(
          id: "found-keys", label: texts("methods.new.keys"), address: "\(found.keyIDs.count)", copyLabel: "")
      ]
    }
    return ConsolePage(
      section: .methods, title: texts("methods.new.oidc"), template: "methods_new_oidc",
      content: Content(
        back: request.path("methods"), discover: request.path(path + "/discover"),
        address: request.submitted?["address"] ?? found?.issuer ?? "", found: rows ?? [],
        isFound: rows != nil || request.submitted?["issuer"] != nil, create: request.path(path),
        fields: fields, guide: ProviderGuide("oidc.", texts), addresses: ProviderAddresses(request)))
  }
}
