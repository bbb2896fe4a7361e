import Identity
import IdentityWire
import Operations

/// `methods/passkeys`: the domain and origins of passkeys, and whether the setup works.
struct PasskeyPages: Sendable {
  private struct Content: Sendable {
    let tabs: [MethodsTab.Link]
    let lead: String
    let notices: [String]
    let action: String
    let fields: [SettingField]
    let test: String
    let testTitle: String
    let findings: [Row]
    let isTested: Bool
  }

  private struct Row: Sendable {
    let kind: String
    let outcome: String
    let result: String
    let sentence: String
    let isPassed: Bool
    let isFailed: Bool
    let isNoted: Bool
  }

  private static let mask =
    "enabled,rpId,expectedOrigins,topOrigins,countsAsTwoFactors,refusesCopies,attestationRoots,maximumPasskeys"
  /// The maximum length, in characters, of the field with root certificates.
  static let maximumRoots = 65_536
  /// A character of the field with root certificates may need three bytes when escaped. The rest is the usual size of
  /// a form.
  private static let maximumBodyBytes = maximumRoots * 3 + 65_536
  /// The fields that the confirmation page repeats.
  private static let carried = [
    "enabled", "rpId", "origins", "topOrigins", "twoFactors", "copies", "roots", "maximum", "revision",
  ]

  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/passkeys") { request in try await Self.page(request) }
    routes.page("methods/passkeys/test") { request in
      let findings = try await request.domain.administration.passkeyFindings(of: request.caller)
      return try await Self.page(request, findings)
    }
    routes.action("methods/passkeys", from: "methods/passkeys", maximumBodyBytes: Self.maximumBodyBytes) {
      request, form in
      let config = try Self.config(form, request.texts)
      if form["confirmed"] == nil, let question = try await Self.question(config, form, request) {
        return .page(question)
      }
      _ = try await request.audited(nil) {
        try await request.domain.administration.updatePasskeyConfig(
          config, mask: Self.mask, of: request.caller)
      }
      return .redirect("methods/passkeys", notice: "common.saved")
    }
  }

  private static func page(_ request: ConsoleRequest, _ findings: [PasskeyFinding]? = nil) async throws
    -> ConsolePage
  {
    let texts = request.texts
    let config = request.domain.administration.passkeyConfig(of: request.caller)
    var notices: [String] = []
    if config.rpId == nil {
      notices.append(texts("methods.passkeys.notSetUp"))
    } else if request.signIn.passkeys == nil {
      notices.append(texts("methods.passkeys.standard"))
    }
    return ConsolePage(
      section: .methods, title: texts("methods.tab.passkeys"), template: "methods_passkeys",
      content: Content(
        tabs: MethodsTab.links(.passkeys, request), lead: texts("methods.passkeys.lead"), notices: notices,
        action: request.path("methods/passkeys"), fields: fields(config, request),
        test: request.path("methods/passkeys/test"), testTitle: texts("methods.passkeys.testTitle"),
        findings: (findings ?? []).map { row($0, texts) }, isTested: findings != nil))
  }

  private static func row(_ finding: PasskeyFinding, _ texts: ConsoleTexts) -> Row {
    Row(
      kind: finding.kind.rawValue, outcome: finding.outcome.rawValue,
      result: texts("methods.passkeys.result.\(finding.outcome.rawValue)"),
      sentence: texts(
        "methods.passkeys.finding.\(finding.kind.rawValue)",
        ["subject": finding.subject, "count": texts.number(finding.count)]),
      isPassed: finding.outcome == .passed, isFailed: finding.outcome == .failed,
      isNoted: finding.outcome == .noted)
  }

  private static func fields(_ config: PasskeyConfig, _ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    func area(_ name: String, _ values: [String]?, isOptional: Bool) -> SettingField {
      .area(
        name, texts("methods.passkeys.\(name)"),
        request.filled(name, (values ?? []).joined(separator: "\n")),
        hint: texts("methods.passkeys.\(name).hint"), isOptional: isOptional)
    }
    func toggle(_ name: String, _ isOn: Bool?) -> SettingField {
      .toggle(
        name, texts("methods.passkeys.\(name)"), request.ticked(name, isOn ?? true),
        hint: texts("methods.passkeys.\(name).hint"))
    }
    let limit = config.maximumPasskeys ?? PasskeySettings.usualLimit
    return [
      toggle("enabled", config.enabled),
      .text(
        "rpId", texts("methods.passkeys.rpId"), request.filled("rpId", config.rpId ?? ""),
        hint: texts("methods.passkeys.rpId.hint")),
      area("origins", config.expectedOrigins, isOptional: false),
      area("topOrigins", config.topOrigins, isOptional: true),
      toggle("twoFactors", config.countsAsTwoFactors), toggle("copies", config.refusesCopies),
      .number(
        "maximum", texts("methods.passkeys.maximum"), request.filled("maximum", "\(limit)"),
        PasskeySettings.limits),
      area("roots", config.attestationRoots, isOptional: true),
    ]
  }

  private static func config(_ form: ConsoleForm, _ texts: ConsoleTexts) throws -> PasskeyConfig {
    var config = PasskeyConfig()
    config.enabled = form.isOn("enabled")
    config.rpId = try form.text("rpId")
    config.expectedOrigins = try form.list("origins")
    config.topOrigins = try form.list("topOrigins")
    config.countsAsTwoFactors = form.isOn("twoFactors")
    config.refusesCopies = form.isOn("copies")
    config.maximumPasskeys = try form.integer(
      "maximum", PasskeySettings.limits, called: texts("methods.passkeys.maximum"))
    config.attestationRoots = certificates(try form.text("roots", maximum: maximumRoots))
    return config
  }

  /// The certificates of a PEM text. Any other text is kept, so that the domain refuses it.
  private static func certificates(_ text: String) -> [String] {
    let end = "-----END CERTIFICATE-----"
    var certificates: [String] = []
    var rest = text[...]
    while let range = rest.firstRange(of: end) {
      certificates.append(rest[..<range.upperBound].trimmingWhitespace)
      rest = rest[range.upperBound...]
    }
    let last = rest.trimmingWhitespace
    return last.isEmpty ? certificates : certificates + [last]
  }

  /// Asks for confirmation if the change would make existing passkeys unusable. Nil if it would not.
  private static func question(_ config: PasskeyConfig, _ form: ConsoleForm, _ request: ConsoleRequest)
    async throws -> ConsolePage?
  {
    let administration = request.domain.administration
    let count = try await administration.countPasskeysStranded(
      bySetting: config.rpId ?? "", of: request.caller)
    guard count > 0, let known = administration.passkeyConfig(of: request.caller).rpId else { return nil }
    let texts = request.texts
    let fields = carried.compactMap { name in form[name].map { ConfirmPage.Field(name: name, value: $0) } }
    return .confirm(
      .methods,
      ConfirmPage(
        title: texts("methods.passkeys.changeTitle"),
        paragraphs: [
          texts("methods.passkeys.changeCount", ["count": texts.number(count), "old": known]),
          texts("methods.passkeys.changeHelp"),
        ],
        action: request.path("methods/passkeys"), cancel: request.path("methods/passkeys"),
        button: texts("methods.passkeys.change"),
        fields: fields + [.init(name: "confirmed", value: "yes")]))
  }
}

extension Substring {
  fileprivate var trimmingWhitespace: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
