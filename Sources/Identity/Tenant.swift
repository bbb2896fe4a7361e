/// A set of accounts of a project that is closed in itself, with its own ways in.
public struct Tenant: Sendable, Equatable {
  public var id: TenantID
  public var project: ProjectID
  public var displayName: String?
  public var signIn = SignInSettings.allOff
  public var providers: [ProviderSettings] = []
  public var samlProviders: [SAMLProviderSettings] = []
  public var recordedSettings = RecordedSettings()
  public var createdAt: Instant
  /// Counts the writes; saving an older revision is refused by the store.
  public var revision: Int64 = 0

  public init(id: TenantID, project: ProjectID, createdAt: Instant) {
    self.id = id
    self.project = project
    self.createdAt = createdAt
  }

  public var scope: Scope { Scope(project: project, tenant: id) }
}

/// What was stored before a member existed has its default.
extension Tenant: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, project, displayName, signIn, providers, samlProviders, recordedSettings
    case createdAt, revision
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(TenantID.self, forKey: .id)
    project = try container.decode(ProjectID.self, forKey: .project)
    createdAt = try container.decode(Instant.self, forKey: .createdAt)
    displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
    signIn = try container.decodeIfPresent(SignInSettings.self, forKey: .signIn) ?? .allOff
    providers = try container.decodeIfPresent([ProviderSettings].self, forKey: .providers) ?? []
    samlProviders = try container.decodeIfPresent([SAMLProviderSettings].self, forKey: .samlProviders) ?? []
    recordedSettings =
      try container.decodeIfPresent(RecordedSettings.self, forKey: .recordedSettings) ?? RecordedSettings()
    revision = try container.decodeIfPresent(Int64.self, forKey: .revision) ?? 0
  }
}
