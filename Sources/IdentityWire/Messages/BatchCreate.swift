/// `accounts:batchCreate`; v3 `uploadAccount`.
public struct BatchCreateRequest: Codable, Sendable {
  public enum InputOrder: String, WireEnum {
    case unspecified = "UNSPECIFIED_ORDER"
    case saltAndPassword = "SALT_AND_PASSWORD"
    case passwordAndSalt = "PASSWORD_AND_SALT"
  }

  public struct Argon2Parameters: Codable, Sendable {
    public enum HashType: String, WireEnum {
      case unspecified = "HASH_TYPE_UNSPECIFIED"
      case d = "ARGON2_D"
      case id = "ARGON2_ID"
      case i = "ARGON2_I"
    }

    public enum Version: String, WireEnum {
      case unspecified = "VERSION_UNSPECIFIED"
      case v10 = "VERSION_10"
      case v13 = "VERSION_13"
    }

    public var hashLengthBytes: Int?
    public var hashType: HashType?
    public var parallelism: Int?
    public var iterations: Int?
    public var memoryCostKib: Int?
    public var version: Version?
    /// Base64.
    public var associatedData: String?
    public init() {}
  }

  public var users: [UploadedUser]?
  public var allowOverwrite: Bool?
  public var sanityCheck: Bool?
  public var hashAlgorithm: String?
  /// Base64, as ``saltSeparator``.
  public var signerKey: String?
  public var saltSeparator: String?
  public var rounds: Int?
  public var memoryCost: Int?
  public var cpuMemCost: Int?
  public var blockSize: Int?
  public var parallelization: Int?
  public var dkLen: Int?
  public var passwordHashOrder: InputOrder?
  public var argon2Parameters: Argon2Parameters?
  public var tenantId: String?
  public var targetProjectId: String?
  public init() {}
}

/// One account of an upload. Of ``AccountInfo`` it has what can be given.
public struct UploadedUser: Codable, Sendable {
  public struct Provider: Codable, Sendable {
    public var providerId: String?
    public var rawId: String?
    public var federatedId: String?
    public var email: String?
    public var displayName: String?
    public var photoUrl: String?
    public var screenName: String?
    public init() {}
  }

  public struct Factor: Codable, Sendable {
    public var mfaEnrollmentId: String?
    public var displayName: String?
    public var phoneInfo: String?
    /// RFC 3339.
    public var enrolledAt: String?
    public init() {}
  }

  public var localId: String?
  public var email: String?
  public var emailVerified: Bool?
  public var displayName: String?
  public var photoUrl: String?
  public var phoneNumber: String?
  public var disabled: Bool?
  /// Base64, as ``salt``.
  public var passwordHash: String?
  public var salt: String?
  public var rawPassword: String?
  public var customAttributes: String?
  public var providerUserInfo: [Provider]?
  public var mfaInfo: [Factor]?
  /// Milliseconds.
  public var createdAt: Int64Text?
  public var lastLoginAt: Int64Text?
  public var tenantId: String?
  public init() {}
}

public struct BatchCreateResponse: Codable, Sendable {
  public struct UserError: Codable, Sendable, Equatable {
    /// In the request's list of users.
    public var index: Int
    public var message: String

    public init(index: Int, message: String) {
      self.index = index
      self.message = message
    }
  }

  public var kind = "identitytoolkit#UploadAccountResponse"
  /// The users that were not stored; nil when all were.
  public var error: [UserError]?
  public init(error: [UserError]?) { self.error = error }
}
