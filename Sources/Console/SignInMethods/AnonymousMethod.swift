import Identity
import IdentityWire

/// `methods/anonymous`
struct AnonymousMethod: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/anonymous") { request in
      let texts = request.texts
      return SettingsPage.page(
        request, title: texts("methods.anonymous"), lead: texts("methods.anonymous.lead"),
        path: "methods/anonymous",
        fields: [
          .toggle(
            "enabled", texts("methods.anonymous.enabled"),
            request.ticked("enabled", request.signIn.anonymousEnabled)),
          .toggle(
            "delete", texts("methods.anonymous.delete"),
            request.ticked("delete", request.signIn.deletesOldAnonymousUsers),
            hint: texts("methods.anonymous.delete.hint")),
        ])
    }
    routes.action("methods/anonymous", from: "methods/anonymous") { request, form in
      let (isEnabled, deletes) = (form.isOn("enabled"), form.isOn("delete"))
      try await request.configure(
        project: ["signIn.anonymous.enabled", "autodeleteAnonymousUsers"],
        { config in
          config.signIn = .init()
          config.signIn?.anonymous = .init()
          config.signIn?.anonymous?.enabled = isEnabled
          config.autodeleteAnonymousUsers = deletes
        }, tenant: ["enableAnonymousUser", "autodeleteAnonymousUsers"]
      ) { config in
        config.enableAnonymousUser = isEnabled
        config.autodeleteAnonymousUsers = deletes
      }
      return .redirect("methods", notice: "common.saved")
    }
  }
}
