import Identity
import IdentityWire

extension ProjectAdministration {
  /// Returns the project's configuration. The key of its password hashes is included only on request: only
  /// moving the users to another service needs it.
  public func config(of project: Project, includingSignerKey: Bool = false) throws(IdentityError)
    -> ProjectConfig
  {
    ProjectConfig(
      project,
      signerKey: includingSignerKey ? try projects.signerKey(of: project) : nil)
  }

  /// Sets the fields that the mask names to their values in `change`. A field that `change` lacks gets its
  /// default. Atomic: other fields keep their value at the time of the write.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a mask without fields, `INVALID_CONFIG` and similar errors for an
  ///   invalid value, `PROJECT_NOT_FOUND`.
  public func updateConfig(_ change: ProjectConfig, mask: FieldMask, in id: ProjectID)
    async throws(IdentityError) -> ProjectConfig
  {
    try IdentityError.reading { () throws(MessageFault) in try mask.check(against: ProjectConfig.self) }
    let now = clock.now()
    let project = try await projects.update(id) { (project) throws(IdentityError) in
      try apply(change, mask, to: &project, now: now)
    }
    return ProjectConfig(project)
  }

  /// Applies the fields that the mask names. Every change of a project's configuration goes through this
  /// method.
  ///
  /// - Parameter mask: names only fields of the configuration.
  /// - Throws: `INVALID_CONFIG` and similar errors for an invalid value.
  func apply(_ change: ProjectConfig, _ mask: FieldMask, to project: inout Project, now: Instant)
    throws(IdentityError)
  {
    var config = try IdentityError.reading { () throws(MessageFault) in
      try mask.merging(change, into: ProjectConfig(project))
    }
    config.smsRegionConfig = config.smsRegionConfig?.settling(change.smsRegionConfig)
    try config.apply(
      to: &project, mask: mask, defaults: defaults, functionAddresses: functionAddresses, now: now)
    if mask.touches("notification", "sendEmail") {
      project.mailServer = try mailServer(
        config.notification?.sendEmail, replacing: project.mailServer, of: project.id)
    }
  }

  /// Applies the fields that the mask names to a tenant.
  func apply(_ change: TenantConfig, _ mask: FieldMask, to tenant: inout Tenant, now: Instant)
    throws(IdentityError)
  {
    var config = try IdentityError.reading { () throws(MessageFault) in
      try mask.merging(change, into: TenantConfig(tenant))
    }
    config.smsRegionConfig = config.smsRegionConfig?.settling(change.smsRegionConfig)
    try config.apply(to: &tenant, now: now)
  }
}
