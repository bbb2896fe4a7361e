/// An administrator that is a program: it signs custom tokens and assertions with keys of its own, of which
/// the project knows the public halves.
public struct ServiceAccount: Sendable, Equatable, Codable {
  public struct Key: Sendable, Equatable, Codable {
    /// The `kid` in what it signs.
    public var id: String
    /// SubjectPublicKeyInfo of an RSA key, DER.
    public var publicKey: [UInt8]
    /// X.509, PEM: how others are told the public key.
    public var certificate: String
    public var createdAt: Instant

    public init(id: String, publicKey: [UInt8], certificate: String, createdAt: Instant) {
      self.id = id
      self.publicKey = publicKey
      self.certificate = certificate
      self.createdAt = createdAt
    }
  }

  /// `<name>@<project>.iam.gserviceaccount.com`, unique in the project.
  public var email: String
  /// 21 decimal digits, as `client_id` in the account's file.
  public var uniqueID: String
  public var displayName: String?
  public var keys: [Key]
  /// What it may ask access for; empty for custom tokens alone.
  public var scopes: Set<AccessScope>
  public var createdAt: Instant

  public init(
    email: String, uniqueID: String, displayName: String?, keys: [Key], scopes: Set<AccessScope>,
    createdAt: Instant
  ) {
    self.email = email
    self.uniqueID = uniqueID
    self.displayName = displayName
    self.keys = keys
    self.scopes = scopes
    self.createdAt = createdAt
  }

  private static let domain = ".iam.gserviceaccount.com"

  /// The address of an account by its name.
  public static func email(_ name: String, in project: ProjectID) -> String {
    "\(name)@\(project)\(domain)"
  }

  /// The project that an account's address names, whether there is such an account or not.
  public static func project(ofEmail email: String) -> ProjectID? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].hasSuffix(domain) else { return nil }
    return ProjectID(rawValue: String(parts[1].dropLast(domain.count)))
  }
}

/// A long-lived bearer token of an administrator, known by its hash.
public struct AdministratorToken: Sendable, Equatable, Codable {
  /// What operators call it.
  public var name: String
  public var tokenHash: [UInt8]
  public var scopes: Set<AccessScope>
  public var createdAt: Instant
  public var expiresAt: Instant?

  public init(
    name: String, tokenHash: [UInt8], scopes: Set<AccessScope>, createdAt: Instant, expiresAt: Instant?
  ) {
    self.name = name
    self.tokenHash = tokenHash
    self.scopes = scopes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
