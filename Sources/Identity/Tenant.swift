/// An isolated set of accounts in a project, with its own ways to sign in.
public struct Tenant: Sendable, Equatable {
  /// The stored fields of ``Tenant``.
  struct Fields: Sendable, Equatable, Encodable {
    var id: TenantID
    var project: ProjectID
    var displayName: String?
    var signIn: SignInSettings = SignInSettings.allOff
    var providers: [ProviderSettings] = []
    var samlProviders: [SAMLProviderSettings] = []
    var recordedSettings: RecordedSettings = RecordedSettings()
    var createdAt: Instant
    var revision: Int64 = 0
  }

  private var fields: SharedValue<Fields>

  public var id: TenantID {
    get { fields.value.id }
    _modify { yield &fields.value.id }
  }
  public var project: ProjectID {
    get { fields.value.project }
    _modify { yield &fields.value.project }
  }
  public var displayName: String? {
    get { fields.value.displayName }
    _modify { yield &fields.value.displayName }
  }
  public var signIn: SignInSettings {
    get { fields.value.signIn }
    _modify { yield &fields.value.signIn }
  }
  public var providers: [ProviderSettings] {
    get { fields.value.providers }
    _modify { yield &fields.value.providers }
  }
  public var samlProviders: [SAMLProviderSettings] {
    get { fields.value.samlProviders }
    _modify { yield &fields.value.samlProviders }
  }
  public var recordedSettings: RecordedSettings {
    get { fields.value.recordedSettings }
    _modify { yield &fields.value.recordedSettings }
  }
  public var createdAt: Instant {
    get { fields.value.createdAt }
    _modify { yield &fields.value.createdAt }
  }
  /// Counts the writes. The store refuses a tenant with an older revision.
  public var revision: Int64 {
    get { fields.value.revision }
    _modify { yield &fields.value.revision }
  }

  public init(id: TenantID, project: ProjectID, createdAt: Instant) {
    fields = SharedValue(Fields(id: id, project: project, createdAt: createdAt))
  }

  public var scope: Scope { Scope(project: project, tenant: id) }
}

/// Decodes a tenant that was stored before a member existed. Missing members get their defaults.
extension Tenant: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, project, displayName, signIn, providers, samlProviders, recordedSettings
    case createdAt, revision
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(TenantID.self, forKey: .id),
      project: try container.decode(ProjectID.self, forKey: .project),
      createdAt: try container.decode(Instant.self, forKey: .createdAt))
    displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
    signIn = try container.decodeIfPresent(SignInSettings.self, forKey: .signIn) ?? .allOff
    providers = try container.decodeIfPresent([ProviderSettings].self, forKey: .providers) ?? []
    samlProviders = try container.decodeIfPresent([SAMLProviderSettings].self, forKey: .samlProviders) ?? []
    recordedSettings =
      try container.decodeIfPresent(RecordedSettings.self, forKey: .recordedSettings) ?? RecordedSettings()
    revision = try container.decodeIfPresent(Int64.self, forKey: .revision) ?? 0
  }

  public func encode(to encoder: any Encoder) throws { try fields.value.encode(to: encoder) }
}

extension Tenant: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: fields.value) }
}
