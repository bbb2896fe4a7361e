import Identity
import IdentityProviders
import IdentityWire
import Operations

/// The form of a plain OAuth 2.0 provider: its fields, and the change that it makes.
enum OAuthProviderForm {
  private typealias Address = WritableKeyPath<OAuthProviderChange, String?>

  private static var addresses: [(name: String, path: Address)] {
    [
      ("authorizationEndpoint", \.authorizationEndpoint), ("tokenEndpoint", \.tokenEndpoint),
      ("userInfoEndpoint", \.userInfoEndpoint), ("userEmailsEndpoint", \.userEmailsEndpoint),
      ("revocationEndpoint", \.revocationEndpoint),
    ]
  }

  /// The paths into the profile, by the names of their fields.
  private static let paths: [(name: String, field: ProfileMapping.Field)] = [
    ("idPath", .userID), ("emailPath", .email), ("verifiedPath", .emailVerified), ("namePath", .displayName),
    ("screenNamePath", .screenName), ("picturePath", .photoURL), ("tokenIDPath", .tokenUserID),
  ]

  /// The scope separators, by the names of their choices.
  private static let separators = [("space", " "), ("comma", ","), ("semicolon", ";")]

  private static let methods: [ProviderSettings.TokenAuthentication] = [.basic, .post]

  static func fields(_ request: ConsoleRequest, _ settings: ProviderSettings?, hasSecret: Bool)
    -> [SettingField]
  {
    let texts = request.texts
    func label(_ name: String) -> String { texts("methods.field.\(name)") }
    func hint(_ name: String) -> String { texts("methods.field.\(name).hint") }
    func text(_ name: String, _ stored: String?, isOptional: Bool = false) -> SettingField {
      .text(
        name, label(name), request.filled(name, stored ?? ""), hint: hint(name), isOptional: isOptional)
    }
    let endpoints = settings?.endpoints ?? ProviderEndpoints()
    let dialect = settings?.dialect ?? OAuthDialect()
    let separator = separators.first { $0.1 == dialect.scopeSeparator }?.0 ?? "space"
    return [
      .text(
        "displayName", texts("common.name"), request.filled("displayName", settings?.displayName ?? ""),
        hint: hint("displayName"), isOptional: true),
      text("authorizationEndpoint", endpoints.authorization), text("tokenEndpoint", endpoints.token),
      text("userInfoEndpoint", endpoints.userInfo), text("clientID", settings?.clientID),
      .secret("clientSecret", label("clientSecret"), isSet: hasSecret, hint: hint("clientSecret")),
      TokenAuthenticationField.field(methods, request, settings?.tokenAuthentication),
      .area(
        "scopes", label("scopes"), request.filled("scopes", dialect.scopes.joined(separator: "\n")),
        hint: hint("scopes"), isOptional: true),
      .choice(
        "scopeSeparator", label("scopeSeparator"), request.filled("scopeSeparator", separator),
        separators.map { ($0.0, label("scopeSeparator.\($0.0)"), nil) }),
      .toggle("pkce", label("pkce"), request.ticked("pkce", dialect.usesPKCE), hint: hint("pkce")),
      .choice(
        "profileRequest", label("profileRequest"),
        request.filled("profileRequest", dialect.profileRequest.rawValue),
        OAuthDialect.ProfileRequest.allCases.map { way in
          let name = "profileRequest.\(way.rawValue)"
          return (way.rawValue, label(name), hint(name))
        }),
    ]
      + paths.map { name, field in
        text(name, settings?.profile?[field]?.text, isOptional: field != .userID)
      } + [
        text("userEmailsEndpoint", endpoints.userEmails, isOptional: true),
        .area(
          "emailDomains", label("emailDomains"),
          request.filled("emailDomains", (settings?.emailDomains ?? []).joined(separator: "\n")),
          hint: hint("oauthEmailDomains"), isOptional: true),
        text("revocationEndpoint", endpoints.revocation, isOptional: true),
        ProviderForm.revocation(request, settings),
      ]
  }

  /// - Throws: `INVALID_FORM` for a choice that the form does not offer.
  static func change(_ form: ConsoleForm) throws -> ProviderChange {
    var change = ProviderChange()
    change.isWhole = true
    change.enabled = form.isOn("enabled")
    change.displayName = .init(try form.text("displayName"))
    change.clientID = try form.text("clientID", maximum: ProviderForm.maximumLength)
    change.clientSecret = .init(secret: try ProviderForm.secret("clientSecret", form))
    change.tokenAuthentication = try TokenAuthenticationField.change(methods, form)
    change.emailDomains = try form.list("emailDomains")
    change.revokesOnDeletion = ProviderForm.revokesOnDeletion(form)
    var oauth = OAuthProviderChange()
    for (name, path) in addresses {
      oauth[keyPath: path] = try form.text(name, maximum: ProviderForm.maximumLength)
    }
    for (name, field) in paths {
      oauth.profile[field] = try form.text(name, maximum: ProviderForm.maximumLength)
    }
    oauth.scopes = try form.list("scopes").flatMap { $0.split(separator: " ").map(String.init) }
    guard let separator = separators.first(where: { $0.0 == form["scopeSeparator"] }),
      let request = form["profileRequest"].flatMap(OAuthDialect.ProfileRequest.init)
    else { throw WireError.badRequest("INVALID_FORM") }
    oauth.scopeSeparator = separator.1
    oauth.usesPKCE = form.isOn("pkce")
    oauth.profileRequest = request
    change.oauth = oauth
    return change
  }
}
