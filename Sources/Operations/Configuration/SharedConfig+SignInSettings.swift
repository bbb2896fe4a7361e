import Identity
import IdentityWire

// Conversions between the protocol's messages and the domain's settings, shared by projects and tenants. An absent
// field of a present message has the protocol's default: false, zero, empty.

extension MultiFactorConfig {
  init(_ settings: MultiFactorSettings) {
    self.init()
    state =
      switch settings.state {
      case .disabled: .disabled
      case .enabled: .enabled
      case .mandatory: .mandatory
      }
    mandatoryFrom = settings.mandatoryFrom?.iso8601
    enabledProviders = settings.allowsPhone ? [.phone] : []
    guard let totp = settings.totp ?? settings.suspendedTOTP else { return }
    var provider = ProviderConfig()
    provider.state = settings.totp == nil ? .disabled : .enabled
    provider.totpProviderConfig = .init()
    if totp.namesIntervals { provider.totpProviderConfig?.adjacentIntervals = totp.adjacentIntervals }
    providerConfigs = [provider]
  }

  /// - Throws: `INVALID_CONFIG`.
  func settings() throws(IdentityError) -> MultiFactorSettings {
    var settings = MultiFactorSettings()
    settings.state =
      switch state {
      case .enabled: .enabled
      case .mandatory: .mandatory
      case .disabled, .unspecified, nil: .disabled
      }
    if let text = mandatoryFrom, !text.isEmpty {
      guard let moment = Instant(iso8601: text), Instant.ofAccounts.contains(moment) else {
        throw .invalidConfig("mandatoryFrom is a moment such as 2027-01-31T00:00:00Z.")
      }
      settings.mandatoryFrom = moment
    }
    let providers = enabledProviders ?? []
    guard !providers.contains(.unspecified) else {
      throw .invalidConfig("enabledProviders holds an unspecified provider.")
    }
    settings.allowsPhone = providers.contains(.phone)
    let configs = providerConfigs ?? []
    guard configs.count <= 1 else {
      throw .invalidConfig("providerConfigs takes one member, of one kind of provider.")
    }
    guard let config = configs.first else { return settings }
    guard let given = config.totpProviderConfig else {
      throw .invalidConfig("A member of providerConfigs needs its totpProviderConfig.")
    }
    var totp = MultiFactorSettings.TOTPSettings()
    totp.adjacentIntervals = given.adjacentIntervals ?? totp.adjacentIntervals
    totp.namesIntervals = given.adjacentIntervals != nil
    let possible = MultiFactorSettings.TOTPSettings.possibleAdjacentIntervals
    guard possible.contains(totp.adjacentIntervals) else {
      throw .invalidConfig("adjacentIntervals is from \(possible.lowerBound) to \(possible.upperBound).")
    }
    switch config.state {
    case .enabled: settings.totp = totp
    case .disabled, .unspecified, nil: settings.suspendedTOTP = totp
    case .mandatory:
      throw .invalidConfig(
        "A single provider cannot be MANDATORY. Set the state of the whole configuration to "
          + "MANDATORY.")
    }
    return settings
  }
}

extension MultiFactorSettings {
  /// Refuses a requirement that no user can meet. Settings stored before this was checked do not hinder other changes.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func checkChange(from known: MultiFactorSettings) throws(IdentityError) {
    guard locksUsersOut, self != known else { return }
    throw .invalidConfig(
      "MANDATORY needs a kind of second factor. Enable PHONE_SMS in enabledProviders or TOTP in providerConfigs."
    )
  }
}

extension PasswordPolicyConfig {
  static let schemaVersion = 1

  /// Nil for a policy that was never set.
  init?(_ policy: PasswordPolicy) {
    guard policy != PasswordPolicy() else { return nil }
    self.init()
    passwordPolicyEnforcementState = policy.isEnforced ? .enforce : .off
    forceUpgradeOnSignin = policy.forceUpgradeOnSignIn
    lastUpdateTime = policy.updatedAt?.iso8601
    var options = Version.StrengthOptions()
    options.minPasswordLength = policy.minimumLength
    options.maxPasswordLength = policy.maximumLength
    options.containsLowercaseCharacter = policy.requiresLowercase
    options.containsUppercaseCharacter = policy.requiresUppercase
    options.containsNumericCharacter = policy.requiresNumeric
    options.containsNonAlphanumericCharacter = policy.requiresNonAlphanumeric
    var version = Version()
    version.schemaVersion = Self.schemaVersion
    version.customStrengthOptions = options
    passwordPolicyVersions = [version]
  }

  /// - Throws: `INVALID_CONFIG`.
  func policy(replacing known: PasswordPolicy, now: Instant) throws(IdentityError) -> PasswordPolicy {
    var policy = PasswordPolicy()
    policy.isEnforced = passwordPolicyEnforcementState == .enforce
    policy.forceUpgradeOnSignIn = forceUpgradeOnSignin ?? false
    let versions = passwordPolicyVersions ?? []
    guard versions.count <= 1 else { throw .invalidConfig("passwordPolicyVersions has one member.") }
    if let options = versions.first?.customStrengthOptions {
      policy.minimumLength = options.minPasswordLength ?? policy.minimumLength
      policy.maximumLength = options.maxPasswordLength
      policy.requiresLowercase = options.containsLowercaseCharacter ?? false
      policy.requiresUppercase = options.containsUppercaseCharacter ?? false
      policy.requiresNumeric = options.containsNumericCharacter ?? false
      policy.requiresNonAlphanumeric = options.containsNonAlphanumericCharacter ?? false
    } else if policy.isEnforced {
      throw .invalidConfig("A policy that is enforced needs its passwordPolicyVersions.")
    }
    let shortest = PasswordPolicy.lengths.lowerBound
    let longest = PasswordPolicy.lengths.upperBound
    guard (shortest...PasswordPolicy.greatestMinimum).contains(policy.minimumLength) else {
      throw .invalidConfig("minPasswordLength is from \(shortest) to \(PasswordPolicy.greatestMinimum).")
    }
    if let maximum = policy.maximumLength, !(policy.minimumLength...longest).contains(maximum) {
      throw .invalidConfig("maxPasswordLength is from minPasswordLength to \(longest).")
    }
    policy.updatedAt = known.updatedAt
    if policy != known || known.updatedAt == nil { policy.updatedAt = now }
    return policy
  }
}

extension SMSRegionConfig {
  init(_ policy: SMSRegionPolicy) {
    self.init()
    switch policy {
    case .allExcept(let regions):
      allowByDefault = .init()
      allowByDefault?.disallowedRegions = regions
    case .only(let regions):
      allowlistOnly = .init()
      allowlistOnly?.allowedRegions = regions
    }
  }

  /// Setting one of the two fields unsets the other, as in a `oneof`.
  func settling(_ change: SMSRegionConfig?) -> SMSRegionConfig {
    guard allowByDefault != nil, allowlistOnly != nil, let change else { return self }
    var settled = self
    if change.allowByDefault == nil { settled.allowByDefault = nil }
    if change.allowlistOnly == nil { settled.allowlistOnly = nil }
    return settled
  }

  /// - Throws: `INVALID_CONFIG`.
  func policy() throws(IdentityError) -> SMSRegionPolicy {
    if let allowlistOnly {
      guard allowByDefault == nil else {
        throw .invalidConfig("smsRegionConfig is either allowByDefault or allowlistOnly.")
      }
      return .only(try Self.checked(allowlistOnly.allowedRegions ?? []))
    }
    return .allExcept(try Self.checked(allowByDefault?.disallowedRegions ?? []))
  }

  private static func checked(_ regions: [String]) throws(IdentityError) -> [String] {
    guard regions.count <= 300 else { throw .invalidConfig("There are fewer regions than that.") }
    var all: [String] = []
    for region in regions {
      let name = region.uppercased()
      guard name.utf8.count == 2,
        name.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
      else {
        throw .invalidConfig("\"\(region.prefix(20))\" is no region: two letters, such as VN.")
      }
      if !all.contains(name) { all.append(name) }
    }
    return all
  }
}

extension ClientPermissions {
  init(_ settings: SignInSettings) {
    self.init()
    disabledUserSignup = !settings.usersMaySignUp
    disabledUserDeletion = !settings.usersMayDelete
  }
}

extension EmailPrivacyConfig {
  /// - Parameter recorded: the message that switched the protection off; nil if there was no such message.
  init?(_ settings: SignInSettings, recorded: EmailPrivacyConfig?) {
    guard settings.emailEnumerationProtection || recorded != nil else { return nil }
    self.init()
    if settings.emailEnumerationProtection {
      enableImprovedEmailPrivacy = true
    } else if recorded?.enableImprovedEmailPrivacy != nil {
      enableImprovedEmailPrivacy = false
    }
  }

  /// The message to record; nil unless it switches the protection off. Nothing else shows that the protection was
  /// set.
  var ifOff: EmailPrivacyConfig? { enableImprovedEmailPrivacy == true ? nil : self }
}

extension SignInSettings {
  static let maximumTestPhoneNumbers = 10

  /// Checks the test numbers. Returns them without separators, with codes of six digits.
  ///
  /// - Throws: `INVALID_TESTING_PHONE_NUMBER`.
  static func checkedTestPhoneNumbers(_ numbers: [String: String]) throws(IdentityError) -> [String: String] {
    guard numbers.count <= maximumTestPhoneNumbers else {
      throw .refused(
        .invalidTestingPhoneNumber, "There may be \(maximumTestPhoneNumbers) test phone numbers.")
    }
    var checked: [String: String] = [:]
    for (number, code) in numbers {
      guard let name = try? IdentityService.phoneNumber(number) else {
        throw .refused(
          .invalidTestingPhoneNumber, "\"\(number.prefix(40))\" is not a number such as +15555550100.")
      }
      guard code.utf8.count == 6,
        code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { throw .refused(.invalidTestingPhoneNumber, "The code of \(name) is six digits.") }
      checked[name] = code
    }
    return checked
  }

  /// Applies a configuration's settings of users' permissions and privacy.
  ///
  /// - Parameter defaults: the settings for messages that are absent.
  mutating func apply(
    _ permissions: ClientPermissions?, _ privacy: EmailPrivacyConfig?, defaults: SignInSettings
  ) {
    usersMaySignUp = permissions.map { !($0.disabledUserSignup ?? false) } ?? defaults.usersMaySignUp
    usersMayDelete = permissions.map { !($0.disabledUserDeletion ?? false) } ?? defaults.usersMayDelete
    emailEnumerationProtection =
      privacy.map { $0.enableImprovedEmailPrivacy ?? false } ?? defaults.emailEnumerationProtection
  }
}

extension IdentityError {
  static func invalidConfig(_ why: String) -> IdentityError { .refused(.invalidConfig, why) }
}
