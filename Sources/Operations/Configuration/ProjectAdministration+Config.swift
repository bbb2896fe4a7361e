import Identity
import IdentityWire

extension ProjectAdministration {
  /// The project's configuration. The key of its password hashes is not in it unless it is asked for: nobody
  /// needs it but who moves the users elsewhere.
  public func config(of project: Project, includingSignerKey: Bool = false) throws(IdentityError)
    -> ProjectConfig
  {
    ProjectConfig(
      project,
      signerKey: includingSignerKey ? try projects.signerKey(of: project) : nil)
  }

  /// Changes what the mask names to what `change` holds; a field that it lacks gets its default. Atomic: fields
  /// that are not named stay as they are at that moment.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a mask that names no field, `INVALID_CONFIG` and its kin for a value
  ///   that cannot be, `PROJECT_NOT_FOUND`.
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

  /// Applies the fields that the mask names. Every change of a project's configuration comes through here.
  ///
  /// - Parameter mask: names fields of the configuration alone.
  /// - Throws: `INVALID_CONFIG` and its kin for a value that cannot be.
  func apply(_ change: ProjectConfig, _ mask: FieldMask, to project: inout Project, now: Instant)
    throws(IdentityError)
  {
    var config = try IdentityError.reading { () throws(MessageFault) in
      try mask.merging(change, into: ProjectConfig(project))
    }
    config.smsRegionConfig = config.smsRegionConfig?.settling(change.smsRegionConfig)
    try config.apply(
      to: &project, mask: mask, defaults: defaults, functionAddresses: functionAddresses, now: now)
  }

  /// The same for a tenant.
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
