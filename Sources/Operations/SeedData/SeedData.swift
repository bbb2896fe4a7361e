import Identity
import IdentityWire
import Passwords

/// Settings, tenants and users that a development server begins with, from an export or a seed file.
public struct SeedData: Sendable {
  public struct User: Sendable {
    /// Where it stands, for errors: `accounts.json, user 3 (ada)`.
    public var place: String
    public var upload: UploadedUser
    /// Which of ``SeedData/hashings`` made the hash. Nil for a hash of the emulator's.
    public var hashing: Int?
    public var history = History()

    public init(place: String, upload: UploadedUser) {
      self.place = place
      self.upload = upload
    }
  }

  /// What an export says of an account's past, and an upload does not.
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
    /// Nil leaves a tenant as it is; a new one has every way in, as at the emulator.
    public var config: TenantConfig?
    /// Whether users sign in by phone, which a tenant's configuration has no word for.
    public var allowsPhone = false
    public var users: [User] = []

    public init(place: String, id: TenantID) {
      self.place = place
      self.id = id
    }
  }

  /// Settings of a project in the words of its configuration.
  public struct Settings: Sendable {
    public var place: String
    public var config: ProjectConfig
    /// What of the configuration is meant; ``FieldMask/replacesEverything`` is all of it.
    public var mask: FieldMask

    public init(place: String, config: ProjectConfig, mask: FieldMask) {
      self.place = place
      self.config = config
      self.mask = mask
    }
  }

  /// Applied in this order.
  public var settings: [Settings] = []
  /// Whether mailed links sign in where passwords do not, which a configuration has no words for.
  public var emailLinkAlone = false
  /// Parameters of hashes, as an upload names them.
  public var hashings: [BatchCreateRequest] = []
  /// Which of ``hashings`` is that of the exported project's own new hashes. An empty project goes on with its key.
  public var ownHashing: Int?
  public var users: [User] = []
  public var tenants: [TenantData] = []
  /// Whether the data was in use: users may have second factors without a verified address.
  public var isExport = false

  public init() {}
}

/// Why seed data is not taken. Nothing of it was stored.
public struct SeedRefusal: Error, Sendable, Equatable {
  public var place: String
  /// Without a full stop.
  public var reason: String

  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }
}

/// What came of seed data.
public struct SeedReport: Sendable, Equatable {
  public var users = 0
  public var tenants = 0
  /// Users whose hash no password is right for: it is not the emulator's, and nobody says how it was made.
  public var usersWithoutKnownPassword = 0

  public init(users: Int = 0, tenants: Int = 0, usersWithoutKnownPassword: Int = 0) {
    self.users = users
    self.tenants = tenants
    self.usersWithoutKnownPassword = usersWithoutKnownPassword
  }
}
