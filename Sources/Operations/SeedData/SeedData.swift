import Identity
import IdentityWire
import Passwords

/// The initial settings, tenants and users of a development server, from an export or a seed file.
public struct SeedData: Sendable {
  public struct User: Sendable {
    /// The user's place in the source, for errors: `accounts.json, user 3 (ada)`.
    public var place: String
    public var upload: UploadedUser
    /// The index in ``SeedData/hashings`` for the hash. Nil for the emulator's hashes.
    public var hashing: Int?
    public var history = History()

    public init(place: String, upload: UploadedUser) {
      self.place = place
      self.upload = upload
    }
  }

  /// Facts about an account's past that an export contains and an upload does not.
  public struct History: Sendable, Equatable {
    public var initialEmail: String?
    public var passwordUpdatedAt: Instant?
    public var validSince: Instant?
    public var lastRefreshAt: Instant?
    public var customAuth = false
    public var emailLinkSignIn = false

    public init() {}
  }

  public struct TenantData: Sendable {
    public var place: String
    public var id: TenantID
    /// Nil leaves an existing tenant unchanged, and gives a new tenant every way to sign in, like the emulator.
    public var config: TenantConfig?
    /// True if users may sign in by phone, which a tenant's configuration cannot express.
    public var allowsPhone = false
    public var users: [User] = []

    public init(place: String, id: TenantID) {
      self.place = place
      self.id = id
    }
  }

  /// A project's settings in the form of its configuration.
  public struct Settings: Sendable {
    public var place: String
    public var config: ProjectConfig
    /// The fields of the configuration to apply; ``FieldMask/replacesEverything`` for all.
    public var mask: FieldMask

    public init(place: String, config: ProjectConfig, mask: FieldMask) {
      self.place = place
      self.config = config
      self.mask = mask
    }
  }

  /// Applied in this order.
  public var settings: [Settings] = []
  /// True if e-mail links sign in and passwords do not, which a configuration cannot express.
  public var emailLinkAlone = false
  /// Hash parameters in the form of an upload.
  public var hashings: [BatchCreateRequest] = []
  /// The index in ``hashings`` of the exported project's own new hashes. A project without accounts adopts their key.
  public var ownHashing: Int?
  public var users: [User] = []
  public var tenants: [TenantData] = []
  /// True if the data is an export. Its users may have second factors without a verified address.
  public var isExport = false

  public init() {}
}

/// The reason why seed data was refused. Nothing was stored.
public struct SeedRefusal: Error, Sendable, Equatable {
  public var place: String
  /// A reason without a full stop.
  public var reason: String

  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }
}

/// The result of loading seed data.
public struct SeedReport: Sendable, Equatable {
  public var users = 0
  public var tenants = 0
  /// The number of users who cannot sign in with a password: their hash is not the emulator's, and its
  /// parameters are missing.
  public var usersWithoutKnownPassword = 0

  public init(users: Int = 0, tenants: Int = 0, usersWithoutKnownPassword: Int = 0) {
    self.users = users
    self.tenants = tenants
    self.usersWithoutKnownPassword = usersWithoutKnownPassword
  }
}
