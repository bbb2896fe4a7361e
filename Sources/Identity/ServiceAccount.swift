/// An administrator that is a program. It signs custom tokens and assertions with its own private keys. The project
/// stores the public keys.
public struct ServiceAccount: Sendable, Equatable, Codable {
  public struct Key: Sendable, Equatable, Codable {
    /// The `kid` of tokens that the key signs.
    public var id: String
    /// SubjectPublicKeyInfo of an RSA key, DER.
    public var publicKey: [UInt8]
    /// The certificate with the public key: X.509, PEM.
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
  /// 21 decimal digits, the `client_id` in the account's file.
  public var uniqueID: String
  public var displayName: String?
  public var keys: [Key]
  /// The scopes that the service account may request. If empty, it may only sign custom tokens.
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

  /// The address of the service account with a name.
  public static func email(_ name: String, in project: ProjectID) -> String {
    "\(name)@\(project)\(domain)"
  }

  /// The project that a service account's address names, even if no such account exists.
  public static func project(ofEmail email: String) -> ProjectID? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].hasSuffix(domain) else { return nil }
    return ProjectID(rawValue: String(parts[1].dropLast(domain.count)))
  }
}

/// A long-lived bearer token of an administrator. Only its hash is stored.
public struct AdministratorToken: Sendable, Equatable, Codable {
  /// The operators' name for the token.
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
