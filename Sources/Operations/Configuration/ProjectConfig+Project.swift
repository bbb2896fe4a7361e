import Foundation
import Identity
import IdentityWire
import Passwords

extension ProjectConfig {
  /// Creates the configuration of a project.
  ///
  /// - Parameter signerKey: shown with the hash parameters; nil to leave it out.
  init(_ project: Project, signerKey: [UInt8]? = nil) {
    self.init()
    name = "projects/\(project.id)/config"
    subtype = "IDENTITY_PLATFORM"
    signIn = .init(project.signIn, signerKey: signerKey)
    mfa = .init(project.signIn.multiFactor)
    emailPrivacyConfig = .init(
      project.signIn,
      recorded: project.recordedSettings[Recorded.emailPrivacy.rawValue, EmailPrivacyConfig.self])
    passwordPolicyConfig = .init(project.signIn.passwordPolicy)
    smsRegionConfig = project.signIn.smsRegions.map { .init($0) }
    blockingFunctions = .init(project.blockingFunctions)
    quota = project.signUpQuota.map { .init($0) }
    authorizedDomains = project.authorizedDomains
    client = .init()
    client?.apiKey = project.apiKeys.first
    client?.firebaseSubdomain = project.id.rawValue
    client?.permissions = .init(project.signIn)
    multiTenant =
      project.recordedSettings[Recorded.multiTenant.rawValue, MultiTenantConfig.self] ?? .init()
    multiTenant?.allowTenants = project.allowsTenants
    autodeleteAnonymousUsers = project.signIn.deletesOldAnonymousUsers
    notification = Self.notification(of: project)
    recaptchaConfig = project.recordedSettings[Recorded.recaptcha.rawValue, RecaptchaConfig.self]
    monitoring = project.recordedSettings[Recorded.monitoring.rawValue, MonitoringConfig.self]
    sessionConfig = .init(project.sessions)
    emailVerificationConfig = .init()
    emailVerificationConfig?.strict = project.signIn.strictEmailVerification
    passwordHashConfig = .init(project.passwordHashing)
    messageConfig = .init(project.messages)
    mobileLinksConfig = project.recordedSettings[Recorded.mobileLinks.rawValue, MobileLinksConfig.self]
  }

  private static func notification(of project: Project) -> NotificationConfig? {
    let known = project.recordedSettings[Recorded.notification.rawValue, NotificationConfig.self]
    var notification = known ?? .init()
    let language = notification.language
    notification.sendEmail = .init(project.messages, language: language)
    if let server = project.mailServer {
      var mails = notification.sendEmail ?? .init()
      mails.method = .customSMTP
      mails.smtp = .init(server)
      notification.sendEmail = mails
    }
    if let content = project.messages[.smsCode, language].text {
      var template = NotificationConfig.SendSMS.Template()
      template.content = content
      notification.sendSms = notification.sendSms ?? .init()
      notification.sendSms?.smsTemplate = template
    }
    return known == nil && notification == .init() ? nil : notification
  }

  /// Messages that are stored unchanged.
  enum Recorded: String {
    case multiTenant, notification, monitoring
    case emailPrivacy = "emailPrivacyConfig"
    case recaptcha = "recaptchaConfig"
    case mobileLinks = "mobileLinksConfig"
  }

  /// Applies the configuration to a project.
  ///
  /// - Parameters:
  ///   - mask: the fields that the request names.
  ///   - defaults: the sign-in settings for fields that the message lacks.
  /// - Throws: `INVALID_CONFIG`, `INVALID_BLOCKING_FUNCTION`, `INVALID_DOMAIN`, `INVALID_TESTING_PHONE_NUMBER`,
  ///   `UNAUTHORIZED_DOMAIN`.
  func apply(
    to project: inout Project, mask: FieldMask, defaults: SignInSettings,
    functionAddresses: BlockingFunctionAddresses, now: Instant
  ) throws(IdentityError) {
    let known = ProjectConfig(project)
    if let email = signIn?.email {
      // The protocol cannot express e-mail links without passwords. A change of another field must not reset
      // them.
      let isNamed = !mask.replacesEverything && mask.touches("signIn", "email")
      if isNamed || email != known.signIn?.email { project.signIn.apply(email) }
    } else {
      project.signIn.passwordEnabled = defaults.passwordEnabled
      project.signIn.emailLinkEnabled = defaults.emailLinkEnabled
    }
    try applySignIn(to: &project.signIn, defaults: defaults, now: now)
    if let required = signIn?.linkingRequiresRecentSignIn {
      project.signIn.linkingRequiresRecentSignIn = required
    } else if !mask.replacesEverything, mask.touches("signIn", "linkingRequiresRecentSignIn") {
      // A client of the official API that replaces the whole configuration does not know this field.
      project.signIn.linkingRequiresRecentSignIn = defaults.linkingRequiresRecentSignIn
    }
    project.signIn.apply(client?.permissions, emailPrivacyConfig, defaults: defaults)
    project.signIn.deletesOldAnonymousUsers = autodeleteAnonymousUsers ?? false
    project.blockingFunctions = try (blockingFunctions ?? .init()).functions(
      replacing: project.blockingFunctions, addresses: functionAddresses, now: now)
    if authorizedDomains != known.authorizedDomains {
      project.authorizedDomains = try Self.checkedDomains(authorizedDomains ?? ["localhost"])
    }
    project.signUpQuota = try quota?.signUpQuotaConfig?.quota(now: now)
    // A client of the official API that replaces the whole configuration does not know this field.
    if let sessionConfig {
      project.sessions = try sessionConfig.policy().replacing(project.sessions, now: now)
    }
    // A client of the official API does not know this field either.
    if let emailVerificationConfig {
      project.signIn.strictEmailVerification = emailVerificationConfig.strict ?? false
    }
    if let scheme = passwordHashConfig?.scheme {
      project.passwordHashing.change(to: scheme == .argon2id ? .argon2id : .firebaseScrypt)
    }
    project.allowsTenants = multiTenant?.allowTenants ?? (multiTenant == nil)
    try record(in: &project.recordedSettings)
    try applyMessages(to: &project, mask: mask)
  }

  /// Called after the domains are set: links may lead only to authorized domains.
  private func applyMessages(to project: inout Project, mask: FieldMask) throws(IdentityError) {
    let before = project.messages
    // A client of the official API that replaces the whole configuration does not know this field.
    if messageConfig != nil || (!mask.replacesEverything && mask.touches("messageConfig")) {
      project.messages = try (messageConfig ?? .init()).messages(actionURL: before.actionURL)
    }
    if mask.touches("notification", "sendEmail") {
      let language = (notification ?? .init()).language
      let known = SendEmail(project.messages, language: language)
      let mails = notification?.sendEmail?.withoutServer
      if mails != known?.withoutServer {
        try (mails ?? .init()).apply(to: &project.messages, language: language)
      }
    }
    if project.messages != before { try project.messages.check(for: project) }
  }

  private func applySignIn(
    to settings: inout SignInSettings, defaults: SignInSettings, now: Instant
  ) throws(IdentityError) {
    settings.anonymousEnabled = signIn?.anonymous.map { $0.enabled ?? false } ?? defaults.anonymousEnabled
    settings.phoneEnabled = signIn?.phoneNumber.map { $0.enabled ?? false } ?? defaults.phoneEnabled
    settings.testPhoneNumbers = try SignInSettings.checkedTestPhoneNumbers(
      signIn?.phoneNumber?.testPhoneNumbers ?? [:])
    settings.allowDuplicateEmails = signIn?.allowDuplicateEmails ?? false
    let multiFactor =
      try mfa.map { (mfa) throws(IdentityError) in try mfa.settings() } ?? defaults.multiFactor
    try multiFactor.checkChange(from: settings.multiFactor)
    settings.multiFactor = multiFactor
    settings.passwordPolicy =
      try passwordPolicyConfig?.policy(replacing: settings.passwordPolicy, now: now) ?? PasswordPolicy()
    settings.smsRegions = try smsRegionConfig?.policy()
  }

  static let maximumDomains = 500

  private static func checkedDomains(_ domains: [String]) throws(IdentityError) -> [String] {
    guard domains.count <= maximumDomains else {
      throw .invalidConfig("There may be \(maximumDomains) authorized domains.")
    }
    var checked: [String] = []
    for domain in domains {
      let name = try RegisteredName.domain(domain)
      if !checked.contains(name) { checked.append(name) }
    }
    return checked
  }

  private func record(in settings: inout RecordedSettings) throws(IdentityError) {
    if let locale = notification?.defaultLocale {
      guard locale.utf8.count <= 35,
        locale.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isASCIIAlphanumeric($0) })
      else { throw .invalidConfig("notification.defaultLocale is a BCP 47 tag, such as vi or zh-Hant.") }
    }
    if let parent = multiTenant?.defaultTenantLocation, parent.utf8.count > 256 {
      throw .invalidConfig("multiTenant.defaultTenantLocation is too long.")
    }
    try recaptchaConfig?.check()
    var kept = notification
    kept?.sendEmail = nil
    kept?.sendSms?.smsTemplate = nil
    try settings.record(kept == NotificationConfig() ? nil : kept, as: Recorded.notification.rawValue)
    var tenants = multiTenant
    tenants?.allowTenants = nil
    try settings.record(tenants == MultiTenantConfig() ? nil : tenants, as: Recorded.multiTenant.rawValue)
    try settings.record(emailPrivacyConfig?.ifOff, as: Recorded.emailPrivacy.rawValue)
    try settings.record(recaptchaConfig, as: Recorded.recaptcha.rawValue)
    try settings.record(monitoring, as: Recorded.monitoring.rawValue)
    try settings.record(mobileLinksConfig, as: Recorded.mobileLinks.rawValue)
    try settings.checkSize()
  }
}

extension ProjectConfig.NotificationConfig {
  /// The language of the official API's templates.
  var language: String {
    defaultLocale.flatMap { $0.isEmpty ? nil : $0 } ?? ProjectConfig.SendEmail.defaultLanguage
  }
}

private func isASCIIAlphanumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: false
  }
}

extension ProjectConfig.SignInConfig {
  init(_ settings: SignInSettings, signerKey: [UInt8]?) {
    self.init()
    email = .init()
    let isEmailEnabled = settings.passwordEnabled || settings.emailLinkEnabled
    email?.enabled = isEmailEnabled
    email?.passwordRequired = !(isEmailEnabled ? settings.emailLinkEnabled : settings.suspendsEmailLink)
    anonymous = .init()
    anonymous?.enabled = settings.anonymousEnabled
    phoneNumber = .init()
    phoneNumber?.enabled = settings.phoneEnabled
    phoneNumber?.testPhoneNumbers = settings.testPhoneNumbers.isEmpty ? nil : settings.testPhoneNumbers
    allowDuplicateEmails = settings.allowDuplicateEmails
    linkingRequiresRecentSignIn = settings.linkingRequiresRecentSignIn
    hashConfig = .current(signerKey: signerKey)
  }
}

extension SignInSettings {
  fileprivate mutating func apply(_ email: ProjectConfig.SignInConfig.Email) {
    let takesLinks = !(email.passwordRequired ?? false)
    passwordEnabled = email.enabled ?? false
    emailLinkEnabled = passwordEnabled && takesLinks
    suspendsEmailLink = !passwordEnabled && takesLinks
  }
}

extension ProjectConfig.PasswordHashConfig {
  init(_ hashing: PasswordHashing) {
    self.init()
    scheme = hashing.scheme == .argon2id ? .argon2id : .firebaseScrypt
  }
}

extension HashConfig {
  /// The parameters of the hashes that `accounts:batchGet` shows.
  static func current(signerKey: [UInt8]?) -> HashConfig {
    var config = HashConfig()
    guard
      case .firebaseScrypt(_, let separator, let rounds, let memoryCost) = PasswordHasher.firebaseScrypt(
        signerKey: [])
    else { return config }
    config.algorithm = "SCRYPT"
    config.signerKey = signerKey.map { Data($0).base64EncodedString() }
    config.saltSeparator = Data(separator).base64EncodedString()
    config.rounds = rounds
    config.memoryCost = memoryCost
    return config
  }
}

extension ProjectConfig.BlockingFunctionsConfig {
  init(_ functions: BlockingFunctions) {
    self.init()
    var known: [String: Trigger] = [:]
    for event in BlockingFunctions.Event.allCases {
      guard let trigger = functions[event] else { continue }
      var message = Trigger()
      message.functionUri = trigger.functionURI
      message.updateTime = trigger.updatedAt.iso8601
      known[event.rawValue] = message
    }
    triggers = known.isEmpty ? nil : known
    guard functions.forwardsIDToken || functions.forwardsAccessToken || functions.forwardsRefreshToken else {
      return
    }
    forwardInboundCredentials = .init()
    forwardInboundCredentials?.idToken = functions.forwardsIDToken
    forwardInboundCredentials?.accessToken = functions.forwardsAccessToken
    forwardInboundCredentials?.refreshToken = functions.forwardsRefreshToken
  }

  /// - Throws: `INVALID_BLOCKING_FUNCTION`.
  func functions(
    replacing known: BlockingFunctions, addresses: BlockingFunctionAddresses, now: Instant
  ) throws(IdentityError) -> BlockingFunctions {
    var functions = BlockingFunctions()
    for (name, message) in triggers ?? [:] {
      guard let event = BlockingFunctions.Event(rawValue: name) else {
        throw .refused(.invalidBlockingFunction, "Event type is invalid.")
      }
      let uri = message.functionUri ?? ""
      let isKnown = known[event]?.functionURI == uri
      if !isKnown { try addresses.check(uri) }
      functions[event] = .init(functionURI: uri, updatedAt: isKnown ? known[event]?.updatedAt ?? now : now)
    }
    functions.forwardsIDToken = forwardInboundCredentials?.idToken ?? false
    functions.forwardsAccessToken = forwardInboundCredentials?.accessToken ?? false
    functions.forwardsRefreshToken = forwardInboundCredentials?.refreshToken ?? false
    return functions
  }
}
