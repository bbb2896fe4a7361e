import Identity
import IdentityWire
import Operations

/// Settings of accounts: linking by address, the providers trusted for an address, and password hashing.
enum AccountSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/accounts") { request in
      let settings = request.project.signIn
      let form = request.submitted("accounts")
      let hashingForm = request.submitted("hashing")
      let scheme = request.project.passwordHashing.scheme
      func option(_ field: String, _ value: String, _ stored: Bool) -> FormOption {
        FormOption(
          value: value, title: request.texts("settings.\(field).\(value)"),
          isSelected: form.map { $0[field] == value } ?? stored,
          hint: request.texts("settings.\(field)Hint.\(value)"), id: "\(field)-\(value)")
      }
      return .settings(
        .accounts, request, template: "settings_accounts",
        content: Content(
          tabs: SettingsTabs(.accounts, request), action: request.path("settings/accounts"),
          linking: [
            option("linking", "one", !settings.allowDuplicateEmails),
            option("linking", "several", settings.allowDuplicateEmails),
          ],
          trust: EmailTrust.Policy.allCases.map { option("trust", $0.rawValue, settings.emailTrust == $0) },
          verification: [
            option("verification", "standard", !settings.strictEmailVerification),
            option("verification", "strict", settings.strictEmailVerification),
          ],
          rulesPath: request.path("methods/accounts"),
          hashingAction: request.path("settings/accounts/hashing"),
          hashing: PasswordHashing.Scheme.allCases.map { each in
            FormOption(
              value: each.rawValue, title: request.texts("settings.hashing.\(each.rawValue)"),
              isSelected: hashingForm.map { $0["scheme"] == each.rawValue } ?? (each == scheme),
              hint: request.texts("settings.hashingHint.\(each.rawValue)"), id: "hashing-\(each.rawValue)")
          }))
    }
    routes.action("settings/accounts/hashing", from: "settings/accounts") { request, form in
      guard let scheme = PasswordHashing.Scheme(rawValue: try form.text("scheme")) else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "scheme")
      }
      _ = try await request.audited(nil) {
        try await request.domain.administration.changePasswordHashing(to: scheme, in: request.project.id)
      }
      return .redirect("settings/accounts", notice: "common.saved")
    }
    routes.action("settings/accounts", from: "settings/accounts") { request, form in
      guard let linking = form["linking"], ["one", "several"].contains(linking),
        let trust = EmailTrust.Policy(rawValue: try form.text("trust")),
        let verification = form["verification"], ["standard", "strict"].contains(verification)
      else { throw WireError.badRequest("FORM_FIELD_MISSING", "linking, trust, verification") }
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeSignIn(in: request.project.id) { settings in
          settings.allowDuplicateEmails = linking == "several"
          settings.emailTrust = trust
          settings.strictEmailVerification = verification == "strict"
        }
      }
      return .redirect("settings/accounts", notice: "common.saved")
    }
  }

  private struct Content: Sendable {
    let tabs: SettingsTabs
    let action: String
    let linking: [FormOption]
    let trust: [FormOption]
    let verification: [FormOption]
    let rulesPath: String
    let hashingAction: String
    let hashing: [FormOption]
  }
}
