import Identity
import IdentityWire

/// `methods/passwords`: the requirements for a new password.
struct PasswordPolicyPage: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/passwords") { request in
      let texts = request.texts
      return SettingsPage.page(
        request, tab: .passwords, title: texts("methods.tab.passwords"),
        lead: texts("methods.passwords.lead"), path: "methods/passwords",
        fields: Self.fields(request.signIn.passwordPolicy, request))
    }
    routes.action("methods/passwords", from: "methods/passwords") { request, form in
      let config = try Self.config(form, request.texts)
      try await request.configure(
        project: ["passwordPolicyConfig"], { $0.passwordPolicyConfig = config },
        tenant: ["passwordPolicyConfig"]
      ) { $0.passwordPolicyConfig = config }
      return .redirect("methods/passwords", notice: "common.saved")
    }
  }

  private static func fields(_ policy: PasswordPolicy, _ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let lengths = PasswordPolicy.lengths
    func toggle(_ name: String, _ isOn: Bool) -> SettingField {
      .toggle(name, texts("methods.passwords.\(name)"), request.ticked(name, isOn))
    }
    return [
      .choice(
        "state", texts("methods.passwords.state"),
        request.filled("state", policy.isEnforced ? "enforce" : "off"),
        [
          ("off", texts("methods.passwords.off"), texts("methods.passwords.off.hint")),
          ("enforce", texts("methods.passwords.enforce"), texts("methods.passwords.enforce.hint")),
        ]),
      .number(
        "minimum", texts("methods.passwords.minimum"), request.filled("minimum", "\(policy.minimumLength)"),
        lengths.lowerBound...PasswordPolicy.greatestMinimum, hint: texts("methods.passwords.minimum.hint")),
      .number(
        "maximum", texts("methods.passwords.maximum"),
        request.filled("maximum", policy.maximumLength.map(String.init) ?? ""), lengths,
        hint: texts("methods.passwords.maximum.hint"), isOptional: true),
      toggle("lowercase", policy.requiresLowercase), toggle("uppercase", policy.requiresUppercase),
      toggle("numeric", policy.requiresNumeric), toggle("symbol", policy.requiresNonAlphanumeric),
      .toggle(
        "upgrade", texts("methods.passwords.upgrade"), request.ticked("upgrade", policy.forceUpgradeOnSignIn),
        hint: texts("methods.passwords.upgrade.hint")),
    ]
  }

  private static func config(_ form: ConsoleForm, _ texts: ConsoleTexts) throws -> PasswordPolicyConfig {
    var options = PasswordPolicyConfig.Version.StrengthOptions()
    options.minPasswordLength = try form.integer(
      "minimum", PasswordPolicy.lengths.lowerBound...PasswordPolicy.greatestMinimum,
      called: texts("methods.passwords.minimum"))
    if try !form.text("maximum").isEmpty {
      options.maxPasswordLength = try form.integer(
        "maximum", PasswordPolicy.lengths, called: texts("methods.passwords.maximum"))
    }
    options.containsLowercaseCharacter = form.isOn("lowercase")
    options.containsUppercaseCharacter = form.isOn("uppercase")
    options.containsNumericCharacter = form.isOn("numeric")
    options.containsNonAlphanumericCharacter = form.isOn("symbol")
    var version = PasswordPolicyConfig.Version()
    version.customStrengthOptions = options
    var config = PasswordPolicyConfig()
    switch form["state"] {
    case "enforce": config.passwordPolicyEnforcementState = .enforce
    case "off": config.passwordPolicyEnforcementState = .off
    default: throw WireError.badRequest("INVALID_FORM")
    }
    config.forceUpgradeOnSignin = form.isOn("upgrade")
    config.passwordPolicyVersions = [version]
    return config
  }
}
