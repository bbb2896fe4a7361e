import Identity
import IdentityProviders
import Operations

/// `methods/new/oauth`: adds a plain OAuth 2.0 provider by its addresses and its profile.
struct NewOAuthProvider: Sendable {
  private static let path = "methods/new/oauth"

  private struct Content: Sendable {
    let back: String
    let create: String
    let fields: [SettingField]
    let guide: ProviderGuide
    let addresses: ProviderAddresses
  }

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.path, requires: .editor, Self.page)
    routes.action(Self.path, changing: .signInProvider, from: Self.path) { request, form in
      let id = "oauth." + (try form.text("id", maximum: 64))
      try await ProviderForm.save(try OAuthProviderForm.change(form), of: id, isNew: true, request)
      return .redirect("methods/providers/\(ConsolePath.encode(id))", notice: "methods.created")
    }
  }

  private static func page(_ request: ConsoleRequest) -> ConsolePage {
    let texts = request.texts
    let id = SettingField.text(
      "id", texts("methods.new.id"), request.submitted?["id"] ?? "", hint: texts("methods.new.oauth.id"))
    let enabled = SettingField.toggle(
      "enabled", texts("methods.field.enabled"), request.ticked("enabled", true))
    return ConsolePage(
      section: .methods, title: texts("methods.new.oauth"), template: "methods_new_oauth",
      content: Content(
        back: request.path("methods"), create: request.path(path),
        fields: [id] + OAuthProviderForm.fields(request, nil, hasSecret: false) + [enabled],
        guide: ProviderGuide("oauth.", texts), addresses: ProviderAddresses(request)))
  }
}
