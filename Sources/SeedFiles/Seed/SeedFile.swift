import Foundation
import Identity
import IdentityWire
import Operations
import Settings

/// A seed file: users, tenants and settings in YAML, written by people. `docs/seed-data.md` describes it.
public struct SeedFile {
  /// The maximum size of a file in bytes. No file written by hand is larger.
  private static let maximumBytes = 8 << 20

  private var nodes: YAMLNodes
  private var seed = SeedData()

  /// - Throws: ``ConfigurationMistakes`` with all mistakes, each with its line and its fix.
  public static func read(_ path: String) throws -> SeedData {
    let text: String
    do {
      let data = try FileCheck.contents(of: path, maximumBytes: maximumBytes)
      guard let decoded = String(data: data, encoding: .utf8) else {
        throw ConfigurationMistakes([
          ConfigurationProblem(path, "The file is not UTF-8.", fix: "Save it as UTF-8.")
        ])
      }
      text = decoded
    } catch let failure as FileCheck.Failure {
      throw ConfigurationMistakes([
        ConfigurationProblem(
          path, "The file cannot be read: \(failure.reason).", fix: "Name another one with --seed.")
      ])
    }
    return try read(text, path: path)
  }

  static func read(_ text: String, path: String) throws -> SeedData {
    var file = SeedFile(nodes: YAMLNodes(path: path))
    if let root = try file.nodes.root(of: text) { file.take(root) }
    guard file.nodes.problems.isEmpty else { throw ConfigurationMistakes(file.nodes.problems) }
    return file.seed
  }

  private mutating func take(_ root: YAMLNodes.Place) {
    guard let fields = nodes.fields(of: root, ["project", "tenants", "users"]) else { return }
    if let project = fields["project"] { takeProject(project) }
    for user in nodes.list(fields["users"]) { if let user = self.user(user) { seed.users.append(user) } }
    for tenant in nodes.list(fields["tenants"]) { takeTenant(tenant) }
  }

  // MARK: Settings

  private enum Way: String, CaseIterable { case password, emailLink, anonymous, phone }

  private mutating func ways(_ place: YAMLNodes.Place?, of allowed: [Way]) -> Set<Way>? {
    guard let place else { return nil }
    var ways: Set<Way> = []
    for entry in nodes.list(place) {
      guard let name = nodes.text(entry) else { continue }
      if let way = allowed.first(where: { $0.rawValue == name }) {
        ways.insert(way)
      } else {
        nodes.problem(
          entry, "\"\(name.prefix(60))\" is no way to sign in here.",
          fix: "Choose of \(allowed.map(\.rawValue).joined(separator: ", ")).")
      }
    }
    return ways
  }

  private mutating func takeProject(_ place: YAMLNodes.Place) {
    let names = ["signIn", "allowDuplicateEmails", "emailEnumerationProtection", "testPhoneNumbers"]
    guard let fields = nodes.fields(of: place, names) else { return }
    var config = ProjectConfig()
    config.signIn = .init()
    var mask: [String] = []
    if let ways = ways(fields["signIn"], of: Way.allCases) {
      config.signIn?.email = .init()
      config.signIn?.email?.enabled = ways.contains(.password) || ways.contains(.emailLink)
      config.signIn?.email?.passwordRequired = !ways.contains(.emailLink)
      config.signIn?.anonymous = .init()
      config.signIn?.anonymous?.enabled = ways.contains(.anonymous)
      config.signIn?.phoneNumber = .init()
      config.signIn?.phoneNumber?.enabled = ways.contains(.phone)
      seed.emailLinkAlone = ways.contains(.emailLink) && !ways.contains(.password)
      mask += ["signIn.email", "signIn.anonymous", "signIn.phoneNumber.enabled"]
    }
    if let numbers = testPhoneNumbers(fields["testPhoneNumbers"]) {
      var phone = config.signIn?.phoneNumber ?? .init()
      phone.testPhoneNumbers = numbers
      config.signIn?.phoneNumber = phone
      mask.append("signIn.phoneNumber.testPhoneNumbers")
    }
    if let duplicates = nodes.flag(fields["allowDuplicateEmails"]) {
      config.signIn?.allowDuplicateEmails = duplicates
      mask.append("signIn.allowDuplicateEmails")
    }
    if let protection = nodes.flag(fields["emailEnumerationProtection"]) {
      config.emailPrivacyConfig = .init()
      config.emailPrivacyConfig?.enableImprovedEmailPrivacy = protection
      mask.append("emailPrivacyConfig.enableImprovedEmailPrivacy")
    }
    guard !mask.isEmpty, let fieldMask = try? FieldMask(mask.joined(separator: ",")) else { return }
    seed.settings.append(
      .init(place: "\(nodes.path), line \(place.line), project", config: config, mask: fieldMask))
  }

  private mutating func testPhoneNumbers(_ place: YAMLNodes.Place?) -> [String: String]? {
    guard let place else { return nil }
    var numbers: [String: String] = [:]
    for (number, code) in nodes.entries(place) {
      if let code = nodes.text(code) { numbers[number] = code }
    }
    return numbers
  }

  private mutating func takeTenant(_ place: YAMLNodes.Place) {
    let names = ["id", "displayName", "signIn", "testPhoneNumbers", "users"]
    guard let fields = nodes.fields(of: place, names) else { return }
    guard let name = nodes.text(fields["id"]), let id = TenantID(rawValue: name) else {
      nodes.problem(
        fields["id"] ?? place, "A tenant's id is 1 to 64 letters, digits, hyphens and underscores.",
        fix: "Give one, such as \"id: customer-a\".")
      return
    }
    var tenant = SeedData.TenantData(place: "\(nodes.path), line \(place.line), tenant \(id)", id: id)
    let ways = ways(fields["signIn"], of: Way.allCases)
    tenant.allowsPhone = ways?.contains(.phone) ?? true
    var config = TenantConfig()
    config.displayName = nodes.text(fields["displayName"])
    config.allowPasswordSignup = ways?.contains(.password) ?? true
    config.enableEmailLinkSignin = ways?.contains(.emailLink) ?? true
    config.enableAnonymousUser = ways?.contains(.anonymous) ?? true
    config.testPhoneNumbers = testPhoneNumbers(fields["testPhoneNumbers"])
    var totp = MultiFactorConfig.ProviderConfig()
    totp.state = .enabled
    totp.totpProviderConfig = .init()
    config.mfaConfig = .init()
    config.mfaConfig?.state = .enabled
    config.mfaConfig?.enabledProviders = [.phone]
    config.mfaConfig?.providerConfigs = [totp]
    tenant.config = config
    for user in nodes.list(fields["users"]) { if let user = self.user(user) { tenant.users.append(user) } }
    seed.tenants.append(tenant)
  }

  // MARK: Users

  private static let userFields = [
    "uid", "email", "emailVerified", "password", "displayName", "phoneNumber", "photoURL", "disabled",
    "customClaims", "providers", "secondFactors",
  ]

  private mutating func user(_ place: YAMLNodes.Place) -> SeedData.User? {
    guard let fields = nodes.fields(of: place, Self.userFields) else { return nil }
    var upload = UploadedUser()
    upload.email = nodes.text(fields["email"])
    upload.emailVerified = nodes.flag(fields["emailVerified"])
    upload.rawPassword = nodes.text(fields["password"])
    upload.displayName = nodes.text(fields["displayName"])
    upload.phoneNumber = nodes.text(fields["phoneNumber"])
    upload.photoUrl = nodes.text(fields["photoURL"])
    upload.disabled = nodes.flag(fields["disabled"])
    upload.customAttributes = nodes.claims(fields["customClaims"]).map(JSONWriter.text)
    upload.providerUserInfo = nodes.list(fields["providers"]).compactMap { provider($0) }
    if let password = fields["password"], upload.email == nil {
      nodes.problem(password, "A password needs an e-mail address.", fix: "Give \"email\", too.")
    }
    let origin = upload.email ?? upload.phoneNumber ?? upload.providerUserInfo?.first.flatMap(\.rawId)
    guard let uid = nodes.text(fields["uid"]) ?? origin.map({ SeedIdentifier.text(of: "user", $0) }) else {
      nodes.problem(
        place, "A user needs an id.", fix: "Give \"uid\", or an \"email\", \"phoneNumber\" or provider.")
      return nil
    }
    upload.localId = uid
    let factors = nodes.list(fields["secondFactors"])
    upload.mfaInfo = factors.compactMap { factor($0, of: uid) }
    if let first = factors.first, upload.email == nil || upload.emailVerified != true {
      nodes.problem(
        first, "Second factors need a verified e-mail address.",
        fix: "Give \"email\" and \"emailVerified: true\".")
    }
    return SeedData.User(
      place: "\(nodes.path), line \(place.line), user \(upload.email ?? uid)", upload: upload)
  }

  private mutating func provider(_ place: YAMLNodes.Place) -> UploadedUser.Provider? {
    let names = ["providerId", "subject", "email", "displayName", "photoURL", "screenName"]
    guard let fields = nodes.fields(of: place, names) else { return nil }
    var provider = UploadedUser.Provider()
    provider.providerId = nodes.text(fields["providerId"])
    provider.rawId = nodes.text(fields["subject"])
    provider.email = nodes.text(fields["email"])
    provider.displayName = nodes.text(fields["displayName"])
    provider.photoUrl = nodes.text(fields["photoURL"])
    provider.screenName = nodes.text(fields["screenName"])
    guard provider.providerId?.isEmpty == false, provider.rawId?.isEmpty == false else {
      nodes.problem(
        place, "A provider needs \"providerId\" and \"subject\".",
        fix: "Write, for instance, \"providerId: google.com\" and \"subject: '1234'\".")
      return nil
    }
    return provider
  }

  private mutating func factor(_ place: YAMLNodes.Place, of uid: String) -> UploadedUser.Factor? {
    guard let fields = nodes.fields(of: place, ["phoneNumber", "totpSecret", "displayName"]) else {
      return nil
    }
    var factor = UploadedUser.Factor()
    factor.phoneInfo = nodes.text(fields["phoneNumber"])
    factor.emulatorTotpSecret = nodes.text(fields["totpSecret"])
    factor.displayName = nodes.text(fields["displayName"])
    guard (factor.phoneInfo == nil) != (factor.emulatorTotpSecret == nil) else {
      nodes.problem(
        place, "A second factor is either a phone number or an authenticator app.",
        fix: "Give one of \"phoneNumber\" and \"totpSecret\".")
      return nil
    }
    factor.mfaEnrollmentId = SeedIdentifier.text(
      of: "factor \(uid)", factor.phoneInfo ?? factor.emulatorTotpSecret ?? "")
    return factor
  }
}
