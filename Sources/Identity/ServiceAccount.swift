/// An administrator that is a program: it signs custom tokens and assertions with keys of its own, of which
/// the project knows the public halves.
public struct ServiceAccount: Sendable, Equatable, Codable {
  public struct Key: Sendable, Equatable, Codable {
    /// The `kid` in what it signs.
    public var id: String
    /// SubjectPublicKeyInfo of an RSA key, DER.
    public var publicKey: [UInt8]
    public var createdAt: Timestamp

    public init(id: String, publicKey: [UInt8], createdAt: Timestamp) {
      self.id = id
      self.publicKey = publicKey
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
  public var scopes: [String]
  public var createdAt: Timestamp

  public init(
    email: String, uniqueID: String, displayName: String?, keys: [Key], scopes: [String],
    createdAt: Timestamp
  ) {
    self.email = email
    self.uniqueID = uniqueID
    self.displayName = displayName
    self.keys = keys
    self.scopes = scopes
    self.createdAt = createdAt
  }
}

/// A long-lived bearer token of an administrator, known by its hash.
public struct AdministratorToken: Sendable, Equatable, Codable {
  /// What operators call it.
  public var name: String
  public var tokenHash: [UInt8]
  public var scopes: [String]
  public var createdAt: Timestamp
  public var expiresAt: Timestamp?

  public init(
    name: String, tokenHash: [UInt8], scopes: [String], createdAt: Timestamp, expiresAt: Timestamp?
  ) {
    self.name = name
    self.tokenHash = tokenHash
    self.scopes = scopes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
