import Identity
import IdentityWire
import Operations

/// `methods/captcha`: the requests that need a proof against automation, and the service that checks it.
struct CaptchaPage: Sendable {
  private static let mask =
    "provider,signUp,passwordSignIn,passwordReset,sms,workBits,siteKey,secret,hostnames"

  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/captcha") { request in
      // Tenants use their project's settings.
      guard request.tenant == nil else { throw WireError.notFound("CONFIGURATION_NOT_FOUND") }
      let texts = request.texts
      return SettingsPage.page(
        request, tab: .captcha, title: texts("methods.captcha.title"), lead: texts("methods.captcha.lead"),
        path: "methods/captcha", fields: Self.fields(request), notices: Self.notices(request))
    }
    routes.action("methods/captcha", from: "methods/captcha") { request, form in
      guard request.tenant == nil else { throw WireError.badRequest("OPERATION_NOT_ALLOWED") }
      let config = try Self.config(form, request.texts)
      _ = try await request.audited(nil) {
        try await request.domain.administration.updateCaptchaConfig(
          config, mask: Self.mask, in: request.project.id)
      }
      return .redirect("methods/captcha", notice: "common.saved")
    }
  }

  /// The page names the address that receives the secret, because it cannot change the address.
  private static func notices(_ request: ConsoleRequest) -> [String] {
    let texts = request.texts
    let address = request.project.captcha.verifyURL
    return [texts("methods.captcha.notice")]
      + (address.map { [texts("methods.captcha.address", ["address": $0])] } ?? [])
  }

  private static let actions: [(name: String, action: CaptchaSettings.Action)] = [
    ("signUp", .signUp), ("passwordSignIn", .passwordSignIn), ("passwordReset", .passwordReset),
    ("sms", .sms),
  ]

  private static func fields(_ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let settings = request.project.captcha
    func choice(_ name: String, _ chosen: String, _ values: [String], of group: String) -> SettingField {
      .choice(
        name, texts("methods.captcha.\(name)"), request.filled(name, chosen),
        values.map { value in
          let text = "methods.captcha.\(group).\(value)"
          return (value, texts(text), texts("\(text).hint"))
        })
    }
    var fields = actions.map { name, action in
      choice(
        name, settings[action].rawValue, CaptchaSettings.Mode.allCases.map(\.rawValue), of: "mode")
    }
    fields.append(
      choice(
        "provider", settings.provider.rawValue, CaptchaSettings.Provider.allCases.map(\.rawValue),
        of: "provider"))
    fields += [
      .number(
        "workBits", texts("methods.captcha.workBits"),
        request.filled("workBits", String(settings.workBits)), CaptchaSettings.workBits,
        hint: texts("methods.captcha.workBits.hint")),
      .text(
        "siteKey", texts("methods.captcha.siteKey"), request.filled("siteKey", settings.siteKey ?? ""),
        hint: texts("methods.captcha.siteKey.hint"), isOptional: true),
      .secret("secret", texts("methods.captcha.secret"), isSet: settings.sealedSecret != nil),
      .area(
        "hostnames", texts("methods.captcha.hostnames"),
        request.filled("hostnames", settings.hostnames.joined(separator: "\n")),
        hint: texts("methods.captcha.hostnames.hint"), isOptional: true),
    ]
    return fields
  }

  private static func config(_ form: ConsoleForm, _ texts: ConsoleTexts) throws -> CaptchaConfig {
    var settings = CaptchaSettings()
    for (name, action) in actions {
      guard let mode = form[name].flatMap(CaptchaSettings.Mode.init(rawValue:)) else {
        throw WireError.badRequest("INVALID_FORM")
      }
      settings[action] = mode
    }
    guard let provider = form["provider"].flatMap(CaptchaSettings.Provider.init(rawValue:)) else {
      throw WireError.badRequest("INVALID_FORM")
    }
    settings.provider = provider
    settings.workBits = try form.integer(
      "workBits", CaptchaSettings.workBits, called: texts("methods.captcha.workBits"))
    settings.siteKey = try form.text("siteKey")
    settings.hostnames = try form.list("hostnames")
    var config = CaptchaConfig(settings)
    config.secret = try ProviderForm.secret("secret", form)
    return config
  }
}
