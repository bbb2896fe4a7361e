import Identity
import IdentityWire
import Tokens

/// Settings of whole projects in files: `docs/configuration-as-code.md`.
extension ProjectAdministration {
  /// Exports projects as a file.
  ///
  /// - Parameter ids: nil for all projects.
  /// - Returns: the file, and the names of the environment variables from which the file takes secrets.
  /// - Throws: `PROJECT_NOT_FOUND`.
  public func exportProjectFile(of ids: [ProjectID]? = nil) async throws(IdentityError)
    -> (value: JSONValue, variables: [String])
  {
    let variables = SuggestedVariables()
    var all: [String: JSONValue] = [:]
    let named: [ProjectID]
    if let ids { named = ids } else { named = try await projects.all().map(\.id) }
    for id in named.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let (project, tenants) = try await projects.withTenants(id) else {
        throw .refused(.projectNotFound)
      }
      var members =
        try ProjectDocument(projects: projects, secrets: .references(variables)).value(of: project, tenants)
        .objectValue ?? [:]
      let compared = ProjectDocument(projects: projects, secrets: .digests)
      members["revision"] = .string(compared.revision(of: try compared.value(of: project, tenants), in: id))
      all[id.rawValue] = .object(members)
    }
    return (["version": .integer(Int64(ProjectFile.version)), "projects": .object(all)], variables.names)
  }

  /// Returns the changes that a file would make. Writes nothing.
  ///
  /// - Parameters:
  ///   - prunes: true to remove providers, apps and webhooks that a list of the file lacks.
  ///   - secrets: reads the secrets that the file refers to.
  /// - Throws: `INVALID_CONFIG` and similar errors, with the place in the file; the errors of
  ///   ``apply(_:prunes:overwrites:keys:secrets:)`` about other projects.
  public func plan(_ file: ProjectFile, prunes: Bool = false, secrets: @escaping SecretReference.Reader)
    async throws(IdentityError) -> ProjectFilePlan
  {
    var plan = try await planToApply(file, prunes: prunes, secrets)
    try await projects.check(plan.writes, now: clock.now())
    plan.newSecrets = []
    return plan
  }

  /// Plans the changes, including new secrets for new webhooks.
  private func planToApply(_ file: ProjectFile, prunes: Bool, _ secrets: @escaping SecretReference.Reader)
    async throws(IdentityError) -> ProjectFilePlan
  {
    var plan = ProjectFilePlan()
    var editor = ProjectFileEditor(administration: self, prunes: prunes, secrets: secrets, now: clock.now())
    for entry in file.entries { try await add(entry, to: &plan, by: &editor) }
    plan.notes = editor.notes
    plan.newSecrets = editor.newSecrets
    return plan
  }

  /// Applies a file to its projects in one transaction. All checks use the settings that are stored at that
  /// moment.
  ///
  /// - Parameters:
  ///   - prunes: as in ``plan(_:prunes:secrets:)``.
  ///   - overwrites: true to change a project even if the file was made from other settings.
  ///   - keys: makes the first key of a new signature algorithm.
  /// - Returns: the changes that were made.
  /// - Throws: the errors of ``plan(_:prunes:secrets:)``; `SETTINGS_CHANGED` if a project was changed since the file
  ///   was made, or the file has no revision; `DUPLICATE_PROJECT_ID` if a new project has the number or API key of
  ///   another project; `INVALID_ISSUER` and `INVALID_CONFIG` if another project has the issuer or RP ID.
  @discardableResult
  public func apply(
    _ file: ProjectFile, prunes: Bool = false, overwrites: Bool = false, keys: KeyRing,
    secrets: @escaping SecretReference.Reader
  ) async throws(IdentityError) -> ProjectFilePlan {
    for _ in 0..<ProjectDirectory.maximumAttempts {
      var plan = try await planToApply(file, prunes: prunes, secrets)
      if !overwrites, let id = plan.outdated.first {
        throw .conflict(
          .settingsChanged,
          "The settings of \(id) are not those that the file was exported from: somebody changed them since, or the "
            + "file has no revision of this server. Nothing was changed.")
      }
      guard !plan.writes.isEmpty else { return plan }
      try await makeKeys(for: &plan.writes, keys)
      if try await write(plan.writes) { return plan }
    }
    throw .conflict(
      .settingsChanged, "Others changed the settings during every attempt. Nothing was changed. Try again.")
  }

  /// - Returns: false if something was changed meanwhile. Then nothing was written.
  private func write(_ writes: [ConfigurationWrite]) async throws(IdentityError) -> Bool {
    let changes = writes.compactMap(WebhookFileChanges.init)
    do throws(IdentityError) {
      try await webhooks.begin(changes)
      guard try await projects.apply(writes) else {
        await webhooks.cancel(changes)
        return false
      }
    } catch {
      await webhooks.cancel(changes)
      throw error
    }
    await webhooks.finish(changes)
    return true
  }

  private func add(
    _ entry: ProjectFile.Entry, to plan: inout ProjectFilePlan, by editor: inout ProjectFileEditor
  )
    async throws(IdentityError)
  {
    let document = ProjectDocument(projects: projects, secrets: .digests)
    let stored = try await projects.withTenants(entry.id)
    var project: Project
    if let stored {
      project = stored.project
    } else {
      project = try editor.new(entry)
      project.createdAt = try await projects.creationTime()
      try await requireFree(project, entry.members)
    }
    try editor.apply(entry.members, to: &project, isNew: stored == nil)
    var tenants = Dictionary(uniqueKeysWithValues: (stored?.tenants ?? []).map { ($0.id, $0) })
    var writes: [ConfigurationWrite] = []
    for (id, members) in entry.tenants {
      let known = tenants[id]
      guard known != nil || project.allowsTenants else {
        throw .inFile(
          members.path, "The project's configuration does not allow tenants: config/multiTenant/allowTenants."
        )
      }
      var tenant = known ?? Tenant(id: id, project: project.id, createdAt: editor.now)
      try editor.apply(members, to: &tenant, of: project)
      if let known {
        let (old, new) = try (document.members(of: known), document.members(of: tenant))
        if JSONValue.object(old).hasSameBytes(as: .object(new)) { continue }
      }
      tenants[id] = tenant
      writes.append(.tenant(tenant, since: known))
    }
    let all = tenants.values.sorted { $0.id.rawValue < $1.id.rawValue }
    let before = try stored.map { (stored) throws(IdentityError) in
      try document.value(of: stored.project, stored.tenants)
    }
    let after = try document.value(of: project, all)
    guard before?.hasSameBytes(as: after) != true else { return }
    let base = try entry.members.text("revision")
    if let before, let stored {
      let current = document.revision(of: before, in: entry.id)
      let follows = base.map {
        AppliedProjectFile.follows($0, from: current, after: stored.project.appliedFile)
      }
      if follows != true { plan.outdated.append(entry.id) }
    }
    project.appliedFile = AppliedProjectFile(base: base, result: document.revision(of: after, in: entry.id))
    plan.writes += [.project(project, since: stored?.project)] + writes
    plan.differences += ProjectFileDifference.between(before, after, at: entry.members.path)
  }

  /// - Throws: `DUPLICATE_PROJECT_ID` if another project has one of the API keys.
  private func requireFree(_ project: Project, _ members: FileMembers) async throws(IdentityError) {
    for key in project.apiKeys {
      let other: Project?
      do { other = try await projects.store.project(apiKey: key) } catch { throw IdentityError(error) }
      guard other == nil else {
        throw .inFile(members.path("apiKeys"), "Another project has one of the API keys.")
      }
    }
  }

  /// Makes the keys that the changed projects need and lack.
  private func makeKeys(for writes: inout [ConfigurationWrite], _ keys: KeyRing) async throws(IdentityError) {
    let now = clock.now()
    let signing = Set(writes.filter(\.signsSAMLRequests).map(\.projectID))
    for index in writes.indices {
      guard case .project(var project, let before) = writes[index] else { continue }
      if project.tokenAlgorithm != before?.tokenAlgorithm ?? .rs256 {
        do {
          // Made before the project is written, so that every node that reads the project finds the key.
          _ = try await keys.prepare(project.tokenAlgorithm, now: now)
        } catch {
          throw .unavailable(.unavailable, cause: "signing keys: \(error)")
        }
      }
      if project.samlKeys == nil, signing.contains(project.id) {
        project.samlKeys = SAMLKeys(current: try await projects.newSAMLKey(of: project.id, now: now))
        writes[index] = .project(project, since: before)
      }
    }
  }
}
