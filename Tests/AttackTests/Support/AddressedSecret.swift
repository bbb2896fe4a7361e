import Crypto
import Identity
import IdentityProviders
import IdentityWire
import Operations
import ProviderLab
import Secrets
import TestSupport

/// A way in which somebody changes settings.
enum SettingsDoor: CaseIterable, Sendable {
  case console
  /// The REST API, with a mask that names the address alone.
  case restField
  /// The REST API, with a mask for the whole resource.
  case restWhole
  case commandLine
  case projectFile
}

/// A stored secret, and the settings that say where it is sent to.
protocol AddressedSecret: Sendable {
  var server: TestServer { get }
  var addresses: [String] { get }
  /// Stores the secret for its first addresses.
  func store() async throws
  func isStored() async throws -> Bool
  /// The setting as it is stored.
  func value(of address: String) async throws -> String?
  /// Another value of the setting.
  func elsewhere(_ address: String) -> String
  func has(_ door: SettingsDoor, to address: String) -> Bool
  /// Changes an address, or resets it for nil. A refusal is not an error.
  ///
  /// - Parameter gives: true to give a secret with the address.
  func change(_ address: String, to value: String?, through door: SettingsDoor, gives: Bool) async throws
}

extension AddressedSecret {
  static var secret: String { "a-secret-of-24-letters-at-least" }

  func elsewhere(_ address: String) -> String { "https://elsewhere.example/\(address)" }
  func has(_ door: SettingsDoor, to address: String) -> Bool { true }

  /// Applies the export with another value at a path.
  ///
  /// - Parameter variable: the path of the reference to the secret.
  fileprivate func applyFile(
    _ path: String, _ value: JSONValue?, secret: String, at variable: String, gives: Bool
  ) async throws {
    let file = try await server.exported()
    guard let name = file.at("\(variable)/fromEnvironment")?.stringValue else {
      throw TestFailure("the export has no secret at \(variable)")
    }
    try await refusable {
      try await server.apply(
        file.replacing(path, with: value), overwrites: true, variables: gives ? [name: secret] : [:])
    }
  }

  /// Sends a form of the console with other values. Nothing follows.
  fileprivate func submit(_ path: String, _ form: String, _ changes: [String: String]) async throws {
    let browser = ConsoleBrowser(server)
    var form = try await browser.open(ConsoleBrowser.path(path)).form(form)
    for (name, value) in changes { form[name] = value }
    let response = try await browser.send(form)
    guard response.status < 500 else { throw TestFailure("\(response.status) \(response.text)") }
  }

  fileprivate func patch(_ path: String, _ message: JSONValue) async throws {
    let response = try await server.configure("PATCH", path, message)
    guard response.status < 500 else { throw TestFailure("\(response.status) \(response.text)") }
  }

  fileprivate func refusable(_ body: () async throws -> Void) async throws {
    do { try await body() } catch is IdentityError {}
  }
}

/// The client secret or the private key of a provider.
struct ProviderAddressedSecret: AddressedSecret {
  let server: TestServer
  let id: String
  var isKey = false

  private static let key = P256.Signing.PrivateKey().pemRepresentation
  private static let scope = Scope(project: TestServer.project)
  private static let names = ProviderEndpoints.Name.allCases.filter(\.receivesSecrets)

  var addresses: [String] { Self.names.map(\.rawValue) }

  private var text: String { isKey ? Self.key : Self.secret }
  private var secretName: String { isKey ? "privateKey" : "clientSecret" }
  private var isNamed: Bool { id.hasPrefix("oauth.") || id.hasPrefix("oidc.") }
  private var collection: String { isNamed ? "oauthIdpConfigs" : "defaultSupportedIdpConfigs" }
  private var path: String { "\(collection)/\(id)" }
  private var secretPath: String {
    "providers/\(id)/" + (id == "apple.com" ? "appleSignInConfig/codeFlowConfig/" : "") + secretName
  }

  private static func name(_ address: String) throws -> ProviderEndpoints.Name {
    guard let name = ProviderEndpoints.Name(rawValue: address) else {
      throw TestFailure("no address \(address)")
    }
    return name
  }

  private static func first(_ name: ProviderEndpoints.Name) -> String {
    "https://first.example/\(name.rawValue)"
  }

  /// The place of an address in the REST API's resource. Nil where only the operator can set it.
  private func field(_ address: String) -> String? {
    if id.hasPrefix("oidc.") { return address == "issuer" ? "issuer" : nil }
    guard id.hasPrefix("oauth."), ["token", "userInfo", "userEmails", "revocation"].contains(address) else {
      return nil
    }
    return "oauth2Config/\(address)Endpoint"
  }

  private var resource: JSONValue {
    var resource: JSONValue = ["enabled": true, "clientId": "web"]
    if id == "apple.com" {
      return resource.replacing(
        "appleSignInConfig",
        with: [
          "codeFlowConfig": ["teamId": "ABCDE12345", "keyId": "FGHIJ67890", "privateKey": .string(text)]
        ]
      )
    }
    resource = resource.replacing(secretName, with: .string(text))
    if id.hasPrefix("oidc.") {
      resource = resource.replacing("issuer", with: .string(Self.first(.issuer)))
        .replacing("responseType", with: ["code": true])
      if isKey { resource = resource.replacing("tokenEndpointAuthMethod", with: "private_key_jwt") }
    } else if id.hasPrefix("oauth.") {
      resource = resource.replacing(
        "oauth2Config",
        with: [
          "authorizationEndpoint": "https://first.example/authorize",
          "tokenEndpoint": .string(Self.first(.token)),
          "userInfoEndpoint": .string(Self.first(.userInfo)), "profile": ["userId": "id"],
        ])
    }
    return resource
  }

  private var given: ProviderChange {
    var change = ProviderChange()
    if isKey {
      change.privateKey = .replaced(Secret(text))
    } else {
      change.clientSecret = .replaced(Secret(text))
    }
    return change
  }

  func store() async throws {
    _ = try await server.configure("DELETE", path)
    let parameter = isNamed ? "oauthIdpConfigId" : "idpId"
    let made = try await server.configure("POST", "\(collection)?\(parameter)=\(id)", resource)
    guard made.status == 200 else { throw TestFailure("\(made.status) \(made.text)") }
    var change = given
    // The REST API refuses every change of an OAuth 2.0 provider that has an issuer.
    let names = Self.names.filter { $0 != .issuer || !id.hasPrefix("oauth.") }
    change.endpoints = { endpoints in
      for name in names { endpoints[keyPath: name.path] = Self.first(name) }
    }
    _ = try await server.backend.administration.changeProvider(id, change, for: .webFlow, in: Self.scope)
  }

  func isStored() async throws -> Bool {
    guard let settings = try await server.project().provider(id) else { return false }
    let secrets = try server.backend.projects.secrets(of: settings, in: Self.scope)
    return (isKey ? secrets.privateKey : secrets.clientSecret)?.isEmpty == false
  }

  func value(of address: String) async throws -> String? {
    let name = try Self.name(address)
    return try await server.project().provider(id)?.endpoints[keyPath: name.path]
  }

  func has(_ door: SettingsDoor, to address: String) -> Bool {
    switch door {
    case .console, .restField, .restWhole: field(address) != nil
    case .commandLine, .projectFile: true
    }
  }

  func change(_ address: String, to value: String?, through door: SettingsDoor, gives: Bool) async throws {
    let field = field(address)
    let json = value.map { JSONValue.string($0) }
    switch door {
    case .console:
      guard let name = field?.split(separator: "/").last else { return }
      var changes = [String(name): value ?? ""]
      if gives { changes[secretName] = text }
      try await submit("methods/providers/\(id)", "provider-form", changes)
    case .restField:
      guard let field else { return }
      var message = JSONValue.object([:]).replacing(field, with: json)
      if gives { message = message.replacing(secretName, with: .string(text)) }
      let mask = field.replacing("/", with: ".") + (gives ? ",\(secretName)" : "")
      try await patch("\(path)?updateMask=\(mask)", message)
    case .restWhole:
      guard let field else { return }
      let shown = try await server.configure("GET", path).json.replacing("name", with: nil)
      try await patch(
        path,
        shown.replacing(field, with: json).replacing(secretName, with: gives ? .string(text) : nil))
    case .commandLine:
      var change = gives ? given : ProviderChange()
      let name = try Self.name(address)
      change.endpoints = { endpoints in
        if let value { endpoints[keyPath: name.path] = value } else { endpoints = ProviderEndpoints() }
      }
      let made = change
      try await refusable {
        _ = try await server.backend.administration.changeProvider(id, made, for: .webFlow, in: Self.scope)
      }
    case .projectFile:
      try await applyFile(
        "providers/\(id)/\(field ?? "endpoints/\(address)")", json, secret: text, at: secretPath, gives: gives
      )
    }
  }
}

/// The secret of the service that checks captchas.
struct CaptchaAddressedSecret: AddressedSecret {
  let server: TestServer

  let addresses = ["provider", "verifyUrl"]

  func store() async throws {
    try await server.backend.administration.changeCaptcha(of: TestServer.project, secret: Secret(Self.secret))
    { settings in
      settings = CaptchaSettings()
      settings.provider = .turnstile
      settings.siteKey = "site"
      settings.verifyURL = "https://first.example/verify"
      settings[.signUp] = .enforce
    }
  }

  func isStored() async throws -> Bool { try await server.project().captcha.sealedSecret != nil }

  func value(of address: String) async throws -> String? {
    let settings = try await server.project().captcha
    return address == "provider" ? Self.names[settings.provider] : settings.verifyURL
  }

  func elsewhere(_ address: String) -> String {
    address == "provider" ? "HCAPTCHA" : "https://elsewhere.example/verify"
  }

  func has(_ door: SettingsDoor, to address: String) -> Bool { door != .console || address == "provider" }

  private static let names: [CaptchaSettings.Provider: String] = [
    .turnstile: "TURNSTILE", .hCaptcha: "HCAPTCHA", .proofOfWork: "PROOF_OF_WORK",
  ]

  func change(_ address: String, to value: String?, through door: SettingsDoor, gives: Bool) async throws {
    let json = value.map { JSONValue.string($0) }
    let given: JSONValue? = gives ? .string(Self.secret) : nil
    let provider = Self.names.first { $0.value == value }?.key ?? .proofOfWork
    switch door {
    case .console:
      var changes = ["provider": provider.rawValue]
      if gives { changes["secret"] = Self.secret }
      try await submit("methods/captcha", "settings-form", changes)
    case .restField:
      try await patch(
        "captchaConfig?updateMask=\(address)" + (gives ? ",secret" : ""),
        JSONValue.object([:]).replacing(address, with: json).replacing("secret", with: given))
    case .restWhole:
      let shown = try await server.configure("GET", "captchaConfig").json
      try await patch(
        "captchaConfig?updateMask=*",
        shown.replacing("name", with: nil).replacing("hasSecret", with: nil)
          .replacing(address, with: json).replacing("secret", with: given))
    case .commandLine:
      try await refusable {
        try await server.backend.administration.changeCaptcha(
          of: TestServer.project, secret: gives ? Secret(Self.secret) : nil
        ) { settings in
          if address == "provider" { settings.provider = provider } else { settings.verifyURL = value }
        }
      }
    case .projectFile:
      try await applyFile(
        "captcha/\(address)", json, secret: Self.secret, at: "captcha/secret", gives: gives)
    }
  }
}

/// The password of a project's mail server.
struct MailAddressedSecret: AddressedSecret {
  let server: TestServer

  let addresses = ["host", "port", "securityMode"]

  func store() async throws {
    try await server.backend.administration.changeMailServer(
      of: TestServer.project, password: Secret(Self.secret)
    ) { mail in
      var made = ProjectMailServer(host: "smtp.first.example", senderAddress: "noreply@example.com")
      made.username = "app"
      mail = made
    }
  }

  func isStored() async throws -> Bool { try await server.project().mailServer?.sealedPassword != nil }

  func value(of address: String) async throws -> String? {
    guard let mail = try await server.project().mailServer else { return nil }
    switch address {
    case "host": return mail.host
    case "port": return String(mail.port)
    default: return mail.security == .tls ? "SSL" : "START_TLS"
    }
  }

  func elsewhere(_ address: String) -> String {
    ["host": "smtp.elsewhere.example", "port": "2525"][address] ?? "SSL"
  }

  func change(_ address: String, to value: String?, through door: SettingsDoor, gives: Bool) async throws {
    let json = value.map { (text: String) -> JSONValue in
      Int64(text).map { .integer($0) } ?? .string(text)
    }
    let given: JSONValue? = gives ? .string(Self.secret) : nil
    let mask = "config?updateMask=notification.sendEmail"
    let place = "notification/sendEmail/smtp"
    switch door {
    case .console:
      let field = address == "securityMode" ? "security" : address
      let typed = address == "securityMode" ? (value == nil ? "starttls" : "tls") : value ?? ""
      var changes = [field: typed]
      if gives { changes["password"] = Self.secret }
      try await submit("settings/mail", "settings-form", changes)
    case .restField:
      try await patch(
        "\(mask).smtp.\(address)" + (gives ? ",notification.sendEmail.smtp.password" : ""),
        JSONValue.object([:]).replacing("\(place)/\(address)", with: json)
          .replacing("\(place)/password", with: given))
    case .restWhole:
      let shown = try await server.configure("GET", "config").json.at(place) ?? [:]
      let smtp = shown.replacing("hasPassword", with: nil).replacing(address, with: json)
        .replacing("password", with: given)
      try await patch(mask, ["notification": ["sendEmail": ["method": "CUSTOM_SMTP", "smtp": smtp]]])
    case .commandLine:
      try await refusable {
        try await server.backend.administration.changeMailServer(
          of: TestServer.project, password: gives ? Secret(Self.secret) : nil
        ) { mail in
          switch address {
          case "host": if let value { mail?.host = value } else { mail = nil }
          case "port": mail?.port = value.flatMap { Int($0) } ?? 587
          default: mail?.security = value == nil ? .startTLS : .tls
          }
        }
      }
    case .projectFile:
      try await applyFile(
        "mailServer/\(address)", json, secret: Self.secret, at: "mailServer/password", gives: gives)
    }
  }
}

/// The secret of a project's SMS gateway.
struct SMSAddressedSecret: AddressedSecret {
  let server: TestServer

  let addresses = ["gateway", "url", "account"]

  func store() async throws {
    try await server.backend.administration.changeSMSGateway(
      of: TestServer.project, secret: Secret(Self.secret)
    ) { gateway in
      var made = ProjectSMSGateway(.twilio)
      made.url = "https://first.example/sms"
      made.account = "AC1"
      made.from = "+15555550100"
      gateway = made
    }
  }

  func isStored() async throws -> Bool { try await server.project().smsGateway?.sealedSecret != nil }

  func value(of address: String) async throws -> String? {
    guard let gateway = try await server.project().smsGateway else { return nil }
    switch address {
    case "gateway": return gateway.kind == .webhook ? "WEBHOOK" : "TWILIO"
    case "url": return gateway.url
    default: return gateway.account
    }
  }

  func elsewhere(_ address: String) -> String {
    ["gateway": "WEBHOOK", "account": "AC2"][address] ?? "https://elsewhere.example/sms"
  }

  func change(_ address: String, to value: String?, through door: SettingsDoor, gives: Bool) async throws {
    let json = value.map { JSONValue.string($0) }
    let given: JSONValue? = gives ? .string(Self.secret) : nil
    switch door {
    case .console:
      let typed = address == "gateway" ? (value == nil ? "server" : "webhook") : value ?? ""
      var changes = [address: typed]
      if gives { changes["secret"] = Self.secret }
      try await submit("settings/sms", "settings-form", changes)
    case .restField:
      try await patch(
        "smsGatewayConfig?updateMask=\(address)" + (gives ? ",secret" : ""),
        JSONValue.object([:]).replacing(address, with: json).replacing("secret", with: given))
    case .restWhole:
      let shown = try await server.configure("GET", "smsGatewayConfig").json
      try await patch(
        "smsGatewayConfig?updateMask=*",
        shown.replacing("name", with: nil).replacing("hasSecret", with: nil)
          .replacing(address, with: json).replacing("secret", with: given))
    case .commandLine:
      try await refusable {
        try await server.backend.administration.changeSMSGateway(
          of: TestServer.project, secret: gives ? Secret(Self.secret) : nil
        ) { gateway in
          switch address {
          case "gateway": if value == nil { gateway = nil } else { gateway?.kind = .webhook }
          case "url": gateway?.url = value
          default: gateway?.account = value
          }
        }
      }
    case .projectFile:
      try await applyFile(
        "smsGateway/\(address)", json, secret: Self.secret, at: "smsGateway/secret", gives: gives)
    }
  }
}

/// The client secret of the console's OpenID provider. Its page makes the same call as the command line, but cannot name
/// a provider on this machine.
struct ConsoleAddressedSecret: AddressedSecret {
  let server: TestServer
  let otherIssuer: String

  let addresses = ["issuer"]

  func store() async throws {
    let tester = ConsoleOpenIDTester(server)
    if try await server.administrators.project() == nil {
      _ = try await tester.setUp()
    } else {
      try await tester.set(grants: ConsoleOpenIDTester.grants)
    }
  }

  func isStored() async throws -> Bool { try await server.administrators.openID()?.hasSecret == true }

  func value(of address: String) async throws -> String? { try await server.administrators.openID()?.issuer }

  func elsewhere(_ address: String) -> String { otherIssuer }

  func has(_ door: SettingsDoor, to address: String) -> Bool { door == .commandLine }

  func change(_ address: String, to value: String?, through door: SettingsDoor, gives: Bool) async throws {
    guard let value else { return try await server.administrators.deleteOpenID() }
    let wanted = ConsoleOpenID(
      issuer: value, clientID: ProviderLab.clients.oidc.id,
      groups: ConsoleGroups(claim: "groups", grants: ConsoleOpenIDTester.grants), allowsPrivateAddresses: true
    )
    try await refusable {
      _ = try await server.administrators.setOpenID(wanted, secret: gives ? Secret(Self.secret) : nil)
    }
  }
}
