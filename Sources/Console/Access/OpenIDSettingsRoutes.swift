import Identity
import IdentityWire
import Operations
import Secrets

/// `/console/openid`: the OpenID provider with which administrators sign in. Only owners see it.
struct OpenIDSettingsRoutes: RootSection {
  static let path = "/console/openid"

  let resources = ConsoleResources(
    templates: ["openid": PackageResources.openid_mustache],
    texts: [
      "openid": .init(
        en: PackageResources.openid_en_json, ja: PackageResources.openid_ja_json,
        vi: PackageResources.openid_vi_json)
    ])

  func add(to routes: RootRouteTable) {
    routes.page("openid", requires: .owner) { request in
      let settings = try await request.administrators.openID()
      return .page(request.page("openid", request.texts("openid.title"), Content(settings, request)))
    }
    routes.action("openid", changing: .consoleProvider, from: "openid") { request, form in
      let before = try await request.administrators.openID()
      let scopes = try form.text("scopes", maximum: 4_096).split(whereSeparator: \.isWhitespace).map(
        String.init)
      let issuer = try form.text("issuer", maximum: 1_024)
      let wanted = ConsoleOpenID(
        issuer: issuer, clientID: try form.text("clientID"),
        groups: ConsoleGroups(claim: try form.text("claim"), grants: try Self.grants(form)), scopes: scopes,
        // Only the command line lets the server reach private addresses, and only the addresses of the issuer that the
        // command line named.
        allowsPrivateAddresses: before?.allowsPrivateAddresses(at: issuer) ?? false)
      let typed = form["secret"] ?? ""
      let secret = form.isOn("public") ? Secret("") : typed.isEmpty ? nil : Secret(typed)
      _ = try await request.audited(.providerUpdate) { (_) throws(IdentityError) in
        try await request.administrators.setOpenID(wanted, secret: secret)
      }
      return .redirect(Self.path, notice: "openid.saved")
    }
    routes.page("openid/delete", requires: .owner) { request in
      .page(
        .confirm(
          .administrators,
          ConfirmPage(
            title: request.texts("openid.deleteTitle"), paragraphs: [request.texts("openid.deleteText")],
            action: "\(Self.path)/delete", cancel: Self.path, button: request.texts("common.remove"))))
    }
    routes.action("openid/delete", requires: .owner, from: "openid/delete", needsReauthentication: true) {
      request, _ in
      _ = try await request.audited(.providerUpdate) { (_) throws(IdentityError) in
        try await request.administrators.deleteOpenID()
      }
      return .redirect(Self.path, notice: "openid.deleted")
    }
  }

  /// Reads one grant from each line. A group keeps its blanks, because it is compared byte by byte.
  private static func grants(_ form: ConsoleForm) throws -> [ConsoleGroups.Grant] {
    let text = (form["grants"] ?? "").replacing("\r\n", with: "\n")
    guard text.utf8.count <= 65_536 else { throw WireError.badRequest("FORM_FIELD_TOO_LONG", "grants") }
    return try text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
      guard let grant = ConsoleGroups.Grant(String(line)) else {
        throw WireError.badRequest("INVALID_GRANT", String(line.prefix(200)))
      }
      return grant
    }
  }

  private struct Content: Sendable {
    let issuer: String
    let clientID: String
    let claim: String
    let scopes: String
    let grants: String
    let hasSecret: Bool
    let isSet: Bool
    /// The redirect URI that has to be registered at the provider.
    let redirectURI: String

    init(_ settings: ConsoleOpenID?, _ request: RootRequest) {
      let form = request.submitted
      issuer = form?["issuer"] ?? settings?.issuer ?? ""
      clientID = form?["clientID"] ?? settings?.clientID ?? ""
      claim = form?["claim"] ?? settings?.groups.claim ?? ConsoleOpenID.defaultClaim
      scopes = form?["scopes"] ?? settings?.scopes.joined(separator: " ") ?? ""
      grants = form?["grants"] ?? settings?.groups.grants.map(\.text).joined(separator: "\n") ?? ""
      hasSecret = settings?.hasSecret ?? false
      isSet = settings != nil
      redirectURI = request.origin + ConsoleOpenID.returnPath
    }
  }
}
