import Identity
import IdentityWire

/// `methods/accounts`: whether an address may have several accounts, whether clients may learn of registered
/// addresses, and what users may do themselves.
struct AccountRulesPage: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/accounts") { request in
      let texts = request.texts
      var notices: [String] = []
      if request.tenant != nil { notices.append(texts("methods.accounts.tenant")) }
      return SettingsPage.page(
        request, tab: .accounts, title: texts("methods.tab.accounts"), lead: texts("methods.accounts.lead"),
        path: "methods/accounts", fields: Self.fields(request), notices: notices)
    }
    routes.action("methods/accounts", from: "methods/accounts") { request, form in
      var permissions = ClientPermissions()
      permissions.disabledUserSignup = !form.isOn("signUp")
      permissions.disabledUserDeletion = !form.isOn("deletion")
      var privacy = EmailPrivacyConfig()
      privacy.enableImprovedEmailPrivacy = form.isOn("privacy")
      let (allowed, hidden) = (permissions, privacy)
      try await request.configure(
        project: [
          "signIn.allowDuplicateEmails", "signIn.linkingRequiresRecentSignIn", "emailPrivacyConfig",
          "client.permissions",
        ],
        { config in
          config.signIn = .init()
          config.signIn?.allowDuplicateEmails = try Self.duplicates(form)
          config.signIn?.linkingRequiresRecentSignIn = form.isOn("linking")
          config.emailPrivacyConfig = hidden
          config.client = .init()
          config.client?.permissions = allowed
        }, tenant: ["emailPrivacyConfig", "client.permissions"]
      ) { config in
        config.emailPrivacyConfig = hidden
        config.client = .init()
        config.client?.permissions = allowed
      }
      return .redirect("methods/accounts", notice: "common.saved")
    }
  }

  private static func duplicates(_ form: ConsoleForm) throws -> Bool {
    switch form["duplicates"] {
    case "one": false
    case "several": true
    default: throw WireError.badRequest("INVALID_FORM")
    }
  }

  private static func fields(_ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let settings = request.signIn
    func toggle(_ name: String, _ isOn: Bool) -> SettingField {
      .toggle(
        name, texts("methods.accounts.\(name)"), request.ticked(name, isOn),
        hint: texts("methods.accounts.\(name).hint"))
    }
    var fields: [SettingField] = []
    if request.tenant == nil {
      fields.append(
        .choice(
          "duplicates", texts("methods.accounts.duplicates"),
          request.filled("duplicates", settings.allowDuplicateEmails ? "several" : "one"),
          [
            ("one", texts("methods.accounts.one"), texts("methods.accounts.one.hint")),
            ("several", texts("methods.accounts.several"), texts("methods.accounts.several.hint")),
          ]))
      fields.append(toggle("linking", settings.linkingRequiresRecentSignIn))
    }
    return fields + [
      toggle("privacy", settings.emailEnumerationProtection), toggle("signUp", settings.usersMaySignUp),
      toggle("deletion", settings.usersMayDelete),
    ]
  }
}
