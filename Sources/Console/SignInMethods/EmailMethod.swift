import Identity
import IdentityWire

/// `methods/email`: sign-in by address and password, and by a mailed link.
struct EmailMethod: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/email") { request in
      let texts = request.texts
      return SettingsPage.page(
        request, title: texts("methods.email"), lead: texts("methods.email.lead"), path: "methods/email",
        fields: [
          .toggle(
            "password", texts("methods.email"), request.ticked("password", request.signIn.passwordEnabled),
            hint: texts("methods.about.email")),
          .toggle(
            "link", texts("methods.emailLink"), request.ticked("link", request.signIn.emailLinkEnabled),
            hint: texts("methods.emailLink.hint")),
        ])
    }
    routes.action("methods/email", from: "methods/email") { request, form in
      let (password, link) = (form.isOn("password"), form.isOn("link"))
      if let tenant = request.tenant {
        var config = TenantConfig()
        config.allowPasswordSignup = password
        config.enableEmailLinkSignin = link
        let (message, mask) = (config, try FieldMask("allowPasswordSignup,enableEmailLinkSignin"))
        _ = try await request.audited(nil) { () async throws in
          try await request.domain.administration.updateTenant(message, mask: mask, of: tenant)
        }
      } else {
        // The protocol cannot express links without passwords.
        _ = try await request.audited(nil) { () async throws in
          try await request.domain.administration.changeSignIn(in: request.project.id) { settings in
            settings.passwordEnabled = password
            settings.emailLinkEnabled = link
            settings.suspendsEmailLink = false
          }
        }
      }
      return .redirect("methods", notice: "common.saved")
    }
  }
}
