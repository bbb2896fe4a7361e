import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets

extension ProjectAdministration {
  public func captchaConfig(of project: Project) -> CaptchaConfig {
    var config = CaptchaConfig(project.captcha)
    config.name = "projects/\(project.id)/captchaConfig"
    return config
  }

  /// Sets the fields that the mask names to their values in `change`. A field that `change` lacks gets its default, but the
  /// secret stays. If the service changes and the mask does not name `verifyUrl`, that address is removed. Atomic, as
  /// ``updateConfig(_:mask:in:)`` is.
  ///
  /// - Parameter mask: the mask's text. Without a mask, nothing changes.
  /// - Throws: `INVALID_ARGUMENT` if the mask names an unknown field, `INVALID_CONFIG` if a value is not allowed.
  public func updateCaptchaConfig(_ change: CaptchaConfig, mask: String?, in id: ProjectID)
    async throws(IdentityError) -> CaptchaConfig
  {
    guard let mask, !mask.isEmpty else {
      guard let project = try await projects.project(id) else { throw .refused(.projectNotFound) }
      return captchaConfig(of: project)
    }
    let paths = try IdentityError.reading { () throws(MessageFault) in
      let paths = try FieldMask(mask)
      try paths.check(against: CaptchaConfig.self)
      return paths
    }
    let project = try await projects.update(id) { (project) throws(IdentityError) in
      let merged = try IdentityError.reading { () throws(MessageFault) in
        var merged = try paths.merging(change, into: CaptchaConfig(project.captcha))
        // The new service's secret must not be sent to the former service's address.
        if !paths.touches("verifyUrl"), merged.provider != CaptchaConfig(project.captcha).provider {
          merged.verifyUrl = nil
        }
        return merged
      }
      project.captcha = try settings(merged, replacing: project.captcha, of: id)
    }
    return captchaConfig(of: project)
  }

  /// Changes the captcha settings of a project, for callers without an API message.
  ///
  /// - Parameter secret: nil keeps the stored secret; an empty text removes it.
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`.
  @discardableResult
  public func changeCaptcha(
    of id: ProjectID, secret: Secret? = nil, _ change: (inout CaptchaSettings) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> CaptchaSettings {
    try await projects.update(id) { (project) throws(IdentityError) in
      var settings = project.captcha
      try change(&settings)
      try settle(&settings, secret, since: project.captcha, of: id)
      project.captcha = settings
    }.captcha
  }

  /// Reads the settings in a message.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func settings(_ config: CaptchaConfig, replacing known: CaptchaSettings, of id: ProjectID)
    throws(IdentityError) -> CaptchaSettings
  {
    var settings = CaptchaSettings(config)
    try settle(&settings, config.secret.map { Secret($0) }, since: known, of: id)
    return settings
  }

  /// Adds the secret to settings, and checks them.
  ///
  /// - Throws: `INVALID_CONFIG`, also if the address that receives the stored secret changes and the secret is not given again.
  private func settle(
    _ settings: inout CaptchaSettings, _ secret: Secret?, since known: CaptchaSettings, of id: ProjectID
  ) throws(IdentityError) {
    settings.keepSecret(of: known)
    if let secret { settings.sealedSecret = try sealed(secret, of: id) }
    let isMoved = settings.provider == known.provider && settings.secretAddresses != known.secretAddresses
    guard secret != nil || known.sealedSecret == nil || !isMoved else {
      throw .refused(
        .invalidConfig,
        "verifyUrl receives the secret. Give the secret again with another address, or an empty one to remove it."
      )
    }
    try check(settings)
  }

  private func sealed(_ secret: Secret, of id: ProjectID) throws(IdentityError) -> [UInt8]? {
    guard !secret.isEmpty else { return nil }
    let text = secret.reveal()
    guard text.utf8.count <= CaptchaSettings.maximumSecretLength,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw .refused(.invalidConfig, "The secret has letters that no secret has, or is too long.") }
    return try projects.seal(captchaSecret: secret, of: id)
  }

  /// - Throws: `INVALID_CONFIG`.
  private func check(_ settings: CaptchaSettings) throws(IdentityError) {
    guard CaptchaSettings.workBits.contains(settings.workBits) else {
      throw .refused(
        .invalidConfig,
        "workBits has to be \(CaptchaSettings.workBits.lowerBound) to \(CaptchaSettings.workBits.upperBound)."
      )
    }
    if let key = settings.siteKey {
      guard (1...CaptchaSettings.maximumSiteKeyLength).contains(key.utf8.count),
        key.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || SecretReference.isWordByte($0) })
      else {
        throw .refused(.invalidConfig, "siteKey has to be letters, digits, hyphens and underscores.")
      }
    }
    guard settings.hostnames.count <= CaptchaSettings.maximumHostnames else {
      throw .refused(.invalidConfig, "hostnames may have \(CaptchaSettings.maximumHostnames) entries.")
    }
    for host in settings.hostnames {
      guard try RegisteredName.domain(host).utf8.elementsEqual(host.utf8) else {
        throw .refused(
          .invalidConfig, "\(host.prefix(200)) is no host in lower case, without scheme and port.")
      }
    }
    if let address = settings.verifyURL {
      do throws(OutgoingHTTP.Failure) {
        try privateProviderHosts.checkCallable(address)
      } catch {
        throw .refused(
          .invalidConfig, "verifyUrl cannot be used. It has to be https and not at a private address.")
      }
    }
    guard settings.provider != .proofOfWork, settings.isAnythingAsked else { return }
    guard settings.siteKey != nil, settings.sealedSecret != nil else {
      throw .refused(.invalidConfig, "\(settings.provider.rawValue) needs a siteKey and a secret.")
    }
  }
}

extension CaptchaConfig {
  /// Creates the message of the settings. It does not contain the secret.
  public init(_ settings: CaptchaSettings) {
    self.init()
    provider =
      switch settings.provider {
      case .proofOfWork: .proofOfWork
      case .turnstile: .turnstile
      case .hCaptcha: .hCaptcha
      }
    signUp = Mode(settings[.signUp])
    passwordSignIn = Mode(settings[.passwordSignIn])
    passwordReset = Mode(settings[.passwordReset])
    sms = Mode(settings[.sms])
    workBits = settings.workBits
    siteKey = settings.siteKey
    hasSecret = settings.sealedSecret != nil
    hostnames = settings.hostnames.isEmpty ? nil : settings.hostnames
    verifyUrl = settings.verifyURL
  }
}

extension CaptchaConfig.Mode {
  fileprivate init(_ mode: CaptchaSettings.Mode) {
    self =
      switch mode {
      case .off: .off
      case .audit: .audit
      case .enforce: .enforce
      }
  }

  fileprivate var mode: CaptchaSettings.Mode {
    switch self {
    case .unspecified, .off: .off
    case .audit: .audit
    case .enforce: .enforce
    }
  }
}

extension CaptchaSettings {
  /// Creates settings from a message, without a secret. ``ProjectAdministration`` checks the values.
  fileprivate init(_ config: CaptchaConfig) {
    self.init()
    switch config.provider {
    case .turnstile?: provider = .turnstile
    case .hCaptcha?: provider = .hCaptcha
    case .proofOfWork?, .unspecified?, nil: provider = .proofOfWork
    }
    self[.signUp] = config.signUp?.mode ?? .off
    self[.passwordSignIn] = config.passwordSignIn?.mode ?? .off
    self[.passwordReset] = config.passwordReset?.mode ?? .off
    self[.sms] = config.sms?.mode ?? .off
    workBits = config.workBits ?? Self.usualWorkBits
    siteKey = config.siteKey.flatMap { $0.isEmpty ? nil : $0 }
    hostnames = config.hostnames ?? []
    verifyURL = config.verifyUrl.flatMap { $0.isEmpty ? nil : $0 }
  }
}
