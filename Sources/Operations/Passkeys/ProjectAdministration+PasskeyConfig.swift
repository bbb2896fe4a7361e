import Identity
import IdentityWire
import WebAuthn

extension ProjectAdministration {
  /// Returns the effective settings, which may be the default.
  public func passkeyConfig(of caller: Caller) -> PasskeyConfig {
    PasskeyConfig(caller.signIn.passkeys ?? caller.links.passkeys(in: caller.scope), in: caller.scope)
  }

  /// Sets the fields that the mask names to their values in `change`, starting from the effective settings. A
  /// field that `change` lacks gets its default. Settings without `rpId` and origins are removed. Atomic like
  /// ``updateConfig(_:mask:in:)``.
  ///
  /// - Parameter mask: the mask's text. Without a mask, nothing changes, as at the official service.
  /// - Throws: `INVALID_ARGUMENT` for a mask without fields, `INVALID_CONFIG` for an invalid value.
  public func updatePasskeyConfig(_ change: PasskeyConfig, mask: String?, of caller: Caller)
    async throws(IdentityError) -> PasskeyConfig
  {
    guard let mask, !mask.isEmpty else { return passkeyConfig(of: caller) }
    let paths = try IdentityError.reading { () throws(MessageFault) in
      let paths = try FieldMask(mask)
      try paths.check(against: PasskeyConfig.self)
      return paths
    }
    let scope = caller.scope
    let standard = caller.links.passkeys(in: scope)
    let settings = try await changePasskeys(in: scope) { (settings) throws(IdentityError) in
      let merged = try IdentityError.reading { () throws(MessageFault) in
        try paths.merging(change, into: PasskeyConfig(settings ?? standard, in: scope))
      }
      settings = try PasskeySettings(merged)
    }
    return PasskeyConfig(settings ?? standard, in: scope)
  }

  /// Changes the passkey settings of a project or tenant, for callers without an API message.
  ///
  /// - Returns: the settings; nil if the default applies.
  /// - Throws: `INVALID_CONFIG`, `PROJECT_NOT_FOUND`, `TENANT_NOT_FOUND`.
  @discardableResult
  public func changePasskeys(
    in scope: Scope, _ change: (inout PasskeySettings?) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> PasskeySettings? {
    if let tenant = scope.tenant {
      return try await projects.updateTenant(tenant, in: scope.project) { (tenant) throws(IdentityError) in
        try change(&tenant.signIn.passkeys)
        try tenant.signIn.passkeys?.check()
      }.signIn.passkeys
    }
    return try await projects.update(scope.project) { (project) throws(IdentityError) in
      try change(&project.signIn.passkeys)
      try project.signIn.passkeys?.check()
    }.signIn.passkeys
  }

  /// Counts a scope's passkeys that were made for another RP ID, and are unusable with the given RP ID.
  public func countStrandedPasskeys(by rpID: String, in scope: Scope) async throws(IdentityError) -> Int {
    try await passkeyCounts(in: scope).filter { !$0.key.utf8.elementsEqual(rpID.utf8) }.values.reduce(0, +)
  }

  /// Counts a scope's passkeys by the RP ID that they were made for.
  public func passkeyCounts(in scope: Scope) async throws(IdentityError) -> [String: Int] {
    do {
      return try await projects.store.passkeyCounts(in: scope)
    } catch {
      throw IdentityError(error)
    }
  }
}

extension PasskeyConfig {
  init(_ settings: PasskeySettings?, in scope: Scope) {
    self.init()
    let tenant = scope.tenant.map { "/tenants/\($0)" } ?? ""
    name = "projects/\(scope.project)\(tenant)/passkeyConfig"
    guard let settings else { return }
    rpId = settings.rpID
    expectedOrigins = settings.expectedOrigins
    enabled = settings.isEnabled
    topOrigins = settings.topOrigins.isEmpty ? nil : settings.topOrigins
    countsAsTwoFactors = settings.countsAsTwoFactors
    refusesCopies = settings.refusesCopies
    attestationRoots = settings.attestationRoots.isEmpty ? nil : settings.attestationRoots
    maximumPasskeys = settings.limit
  }
}

extension PasskeySettings {
  /// Nil if there is neither an RP ID nor an origin, so that the default applies. ``check()`` checks the
  /// values.
  ///
  /// - Throws: `INVALID_CONFIG`.
  init?(_ config: PasskeyConfig) throws(IdentityError) {
    let origins = config.expectedOrigins ?? []
    guard let rpID = config.rpId, !rpID.isEmpty else {
      guard origins.isEmpty else { throw .refused(.invalidConfig, "expectedOrigins need an rpId.") }
      return nil
    }
    self.init(rpID: rpID, expectedOrigins: origins)
    isEnabled = config.enabled ?? true
    topOrigins = config.topOrigins ?? []
    countsAsTwoFactors = config.countsAsTwoFactors ?? true
    refusesCopies = config.refusesCopies ?? true
    attestationRoots = config.attestationRoots ?? []
    limit = config.maximumPasskeys ?? Self.usualLimit
  }

  /// - Throws: `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    guard RelyingPartyID(rpID) != nil else {
      throw .refused(
        .invalidConfig,
        "rpId has to be a domain in lower case, without scheme and port, and no IP address.")
    }
    guard (1...Self.maximumOrigins).contains(expectedOrigins.count) else {
      throw .refused(.invalidConfig, "expectedOrigins has to have 1 to \(Self.maximumOrigins) entries.")
    }
    guard topOrigins.count <= Self.maximumOrigins else {
      throw .refused(.invalidConfig, "topOrigins may have \(Self.maximumOrigins) entries.")
    }
    for (name, origins) in [("expectedOrigins", expectedOrigins), ("topOrigins", topOrigins)] {
      for origin in origins where PasskeyOrigin(origin) == nil {
        throw .refused(
          .invalidConfig,
          "\(origin.prefix(200)) is not an origin: use https://host[:port], http for localhost, or android:apk-key-hash:…."
        )
      }
      guard Set(origins.map { Array($0.utf8) }).count == origins.count else {
        throw .refused(.invalidConfig, "\(name) holds an origin twice.")
      }
    }
    guard Self.limits.contains(limit) else {
      throw .refused(
        .invalidConfig,
        "maximumPasskeys has to be \(Self.limits.lowerBound) to \(Self.limits.upperBound).")
    }
    guard attestationRoots.isEmpty || attestationRoots.count <= Self.maximumOrigins,
      attestationRoots.isEmpty || AttestationPolicy(rootsInPEM: attestationRoots) != nil
    else {
      throw .refused(
        .invalidConfig, "attestationRoots has to have up to \(Self.maximumOrigins) certificates in PEM.")
    }
  }
}
