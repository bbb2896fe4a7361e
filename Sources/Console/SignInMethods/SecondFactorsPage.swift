import Identity
import IdentityWire

/// `methods/factors`: the second factors that users may enrol.
struct SecondFactorsPage: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/factors") { request in
      let texts = request.texts
      return SettingsPage.page(
        request, tab: .factors, title: texts("methods.tab.factors"), lead: texts("methods.factors.lead"),
        path: "methods/factors", fields: Self.fields(request.signIn.multiFactor, request))
    }
    routes.action("methods/factors", from: "methods/factors") { request, form in
      let config = try Self.config(form, request.texts)
      try await request.configure(
        project: ["mfa"], { $0.mfa = config }, tenant: ["mfaConfig"]
      ) { $0.mfaConfig = config }
      return .redirect("methods/factors", notice: "common.saved")
    }
  }

  private static func fields(_ settings: MultiFactorSettings, _ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let intervals = (settings.totp ?? settings.suspendedTOTP ?? .init()).adjacentIntervals
    let possible = MultiFactorSettings.TOTPSettings.possibleAdjacentIntervals
    return [
      .choice(
        "state", texts("methods.factors.state"), request.filled("state", settings.state.rawValue),
        [
          ("DISABLED", texts("methods.factors.disabled"), texts("methods.factors.disabled.hint")),
          ("ENABLED", texts("methods.factors.enabled"), texts("methods.factors.enabled.hint")),
          ("MANDATORY", texts("methods.factors.mandatory"), texts("methods.factors.mandatory.hint")),
        ]),
      .text(
        "from", texts("methods.factors.from"),
        request.filled("from", settings.mandatoryFrom?.iso8601 ?? ""),
        hint: texts("methods.factors.from.hint"), isOptional: true),
      .toggle(
        "phone", texts("methods.factors.phone"), request.ticked("phone", settings.allowsPhone),
        hint: texts("methods.factors.phone.hint")),
      .toggle(
        "totp", texts("methods.factors.totp"), request.ticked("totp", settings.totp != nil),
        hint: texts("methods.factors.totp.hint")),
      .number(
        "intervals", texts("methods.factors.intervals"), request.filled("intervals", "\(intervals)"),
        possible,
        hint: texts("methods.factors.intervals.hint")),
    ]
  }

  private static func config(_ form: ConsoleForm, _ texts: ConsoleTexts) throws -> MultiFactorConfig {
    var config = MultiFactorConfig()
    switch form["state"] {
    case "DISABLED": config.state = .disabled
    case "ENABLED": config.state = .enabled
    case "MANDATORY": config.state = .mandatory
    default: throw WireError.badRequest("INVALID_FORM")
    }
    config.mandatoryFrom = form["from"]
    config.enabledProviders = form.isOn("phone") ? [.phone] : []
    var totp = MultiFactorConfig.ProviderConfig()
    totp.state = form.isOn("totp") ? .enabled : .disabled
    totp.totpProviderConfig = .init()
    totp.totpProviderConfig?.adjacentIntervals = try form.integer(
      "intervals", MultiFactorSettings.TOTPSettings.possibleAdjacentIntervals,
      called: texts("methods.factors.intervals"))
    config.providerConfigs = [totp]
    guard config.state != .mandatory || form.isOn("phone") || form.isOn("totp") else {
      throw WireError.badRequest("SECOND_FACTOR_KIND_MISSING")
    }
    return config
  }
}
