import Foundation
import IdentityWire
import WebPages

/// The lab's pages. All values are escaped.
struct LabPages: Sendable {
  /// The templates. A process reads them once, for its first page. A test checks that they are valid.
  static let builtIn = Result { try readTemplates() }

  /// The lab's path, to which the style sheet's address is relative.
  private let path: String

  init(path: String) {
    self.path = path
  }

  private static func readTemplates() throws -> PageTemplates {
    try PageTemplates([
      ("head", PackageResources.head_mustache), ("authorize", PackageResources.authorize_mustache),
      ("error", PackageResources.error_mustache), ("form_post", PackageResources.form_post_mustache),
      ("shown", PackageResources.shown_mustache), ("index", PackageResources.index_mustache),
    ])
  }

  static var styleSheet: String { String(decoding: PackageResources.lab_css, as: UTF8.self) }

  /// - Parameter faults: the faults that are offered.
  func authorize(
    _ request: ReceivedAuthorizationRequest, _ profile: ProviderProfile, faults: [LabFault], path: String
  ) -> String {
    let shown = [
      "client_id", "redirect_uri", "scope", "response_type", "response_mode", "code_challenge",
      "code_challenge_method",
      "state", "nonce",
    ]
    return signIn(
      profile, client: request.clientID, redirect: request.redirectURI, scopes: request.scopes,
      others: request.parameters.pairs.filter { !shown.contains($0.name) }, fault: request.order?.fault,
      faults: faults, action: "\(path)?\(request.parameters.text)")
  }

  func authorize(
    _ request: ReceivedSAMLRequest, _ profile: ProviderProfile, faults: [LabFault], path: String
  ) -> String {
    signIn(
      profile, client: request.audience, redirect: request.assertionConsumerService, scopes: [],
      others: request.others, fault: request.order?.fault, faults: faults,
      action: "\(path)?\(request.parameters.text)")
  }

  func authorize(
    _ credentials: LabTemporaryCredentials, _ query: FormURLEncoded, _ profile: ProviderProfile,
    fault: LabFault?, faults: [LabFault], path: String
  ) -> String {
    signIn(
      profile, client: credentials.clientID, redirect: credentials.callback, scopes: [],
      others: query.pairs.filter { $0.name != "oauth_token" }, fault: fault, faults: faults,
      action: "\(path)?\(query.text)")
  }

  private func signIn(
    _ profile: ProviderProfile, client: String, redirect: String, scopes: [String],
    others: [(name: String, value: String)], fault: LabFault?, faults: [LabFault], action: String
  ) -> String {
    render(
      "authorize", profile,
      [
        "action": action, "client": client, "redirect": Self.filled(redirect), "scopes": scopes,
        "hasScopes": !scopes.isEmpty,
        "people": LabPerson.everyone.map { person -> [String: Any] in
          [
            "key": person.key, "name": person.name, "email": person.email ?? "no mail address",
            "note": Self.filled(person.note), "picture": "\(self.path)/people/\(person.key).svg",
          ]
        },
        "hasParameters": !others.isEmpty, "parameters": Self.rows(others),
        "fault": Self.filled(fault?.rawValue),
        "hasFaults": !faults.isEmpty, "faultGroups": Self.groups(of: faults),
      ])
  }

  func error(_ error: String, _ description: String, _ profile: ProviderProfile) -> String {
    render("error", profile, ["error": error, "description": description])
  }

  func formPost(
    _ form: FormURLEncoded, to action: String, _ profile: ProviderProfile, scriptNonce: String
  ) -> String {
    render(
      "form_post", profile,
      ["action": action, "fields": Self.rows(form.pairs), "scriptNonce": scriptNonce])
  }

  func shown(_ form: FormURLEncoded, _ profile: ProviderProfile) -> String {
    render("shown", profile, ["fields": Self.rows(form.pairs)])
  }

  func index(_ lab: ProviderLab) -> String {
    let providers: [[String: Any]] = LabProviderID.allCases.compactMap { id in
      guard let endpoints = lab.endpoints(for: id.rawValue) else { return nil }
      let rows: [(name: String, value: String?)] = [
        ("issuer", endpoints.issuer),
        ("authorization", endpoints.authorization.isEmpty ? nil : endpoints.authorization),
        ("request token", endpoints.requestToken),
        ("token", endpoints.token.isEmpty ? nil : endpoints.token), ("metadata", endpoints.metadata),
        ("discovery", endpoints.discovery), ("keys", endpoints.jwks), ("userinfo", endpoints.userinfo),
        ("emails", endpoints.emails), ("debug_token", endpoints.debugToken),
        ("tokeninfo", endpoints.tokeninfo), ("check token", endpoints.checkToken),
        ("revoke", endpoints.revoke),
      ]
      let known = rows.compactMap { row in row.value.map { (name: row.name, value: $0) } }
      return [
        "id": id.rawValue, "style": Self.style(of: id), "name": lab.rules(of: id).profile.name,
        "hasClients": id != .saml, "clients": ProviderLab.clients.ids(for: id), "rows": Self.rows(known),
        "fault": Self.filled(lab.state.fault(at: id)?.order.fault.rawValue),
      ]
    }
    return render(
      "index", nil,
      [
        "base": lab.baseURL, "providers": providers,
        "people": LabPerson.everyone.map { person in
          ["key": person.key, "name": person.name, "email": person.email ?? "–", "note": person.note]
        },
        "faults": Self.rows(of: LabFault.allCases),
        "hasLinks": !lab.links.isEmpty,
        "links": lab.links.map { ["title": $0.title, "address": $0.address] },
        "requests": lab.state.requests.suffix(30).reversed().map { request in
          [
            "provider": request.provider.rawValue, "endpoint": request.endpoint.rawValue,
            "method": request.method, "path": request.path,
          ]
        },
      ])
  }

  private func render(_ name: String, _ profile: ProviderProfile?, _ values: [String: Any]) -> String {
    var values = values
    values["path"] = path
    values["provider"] = profile?.name ?? "Provider lab"
    values["providerID"] = profile?.id.rawValue ?? ""
    values["style"] = profile.map { Self.style(of: $0.id) } ?? "lab"
    return (try? Self.builtIn.get())?.render(name, values) ?? ""
  }

  private static func groups(of faults: [LabFault]) -> [[String: Any]] {
    LabFault.Place.allCases.compactMap { place in
      let shown = faults.filter { $0.place == place }
      return shown.isEmpty ? nil : ["title": place.title, "count": shown.count, "faults": rows(of: shown)]
    }
  }

  private static func rows(of faults: [LabFault]) -> [[String: String]] {
    faults.map { ["name": $0.rawValue, "summary": $0.summary] }
  }

  /// Returns false for an empty text, so that its section is hidden: the library does not hide the section of an empty
  /// text.
  private static func filled(_ text: String?) -> Any {
    guard let text, !text.isEmpty else { return false }
    return text
  }

  private static func rows(_ pairs: [(name: String, value: String)]) -> [[String: String]] {
    pairs.map { ["name": $0.name, "value": $0.value] }
  }

  private static func style(of provider: LabProviderID) -> String {
    provider.rawValue.replacing(".com", with: "").replacing(".", with: "-")
  }
}
