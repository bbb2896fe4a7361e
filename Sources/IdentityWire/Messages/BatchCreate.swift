/// `accounts:batchCreate`; v3 `uploadAccount`.
public struct BatchCreateRequest: Sendable {
  public enum InputOrder: String, WireEnum {
    case unspecified = "UNSPECIFIED_ORDER"
    case saltAndPassword = "SALT_AND_PASSWORD"
    case passwordAndSalt = "PASSWORD_AND_SALT"
  }

  public struct Argon2Parameters: Sendable {
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
  /// Base64. ``saltSeparator`` is in base64, too.
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

/// An account to upload. It has the members of ``AccountInfo`` that can be set.
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
    /// An authenticator app's secret in Base32, as in the Firebase emulator. Only development servers read
    /// it.
    public var emulatorTotpSecret: String?
    public init() {}
  }

  public var localId: String?
  public var email: String?
  public var emailVerified: Bool?
  public var displayName: String?
  public var photoUrl: String?
  public var phoneNumber: String?
  public var disabled: Bool?
  /// Base64. ``salt`` is in base64, too.
  public var passwordHash: String?
  public var salt: String?
  public var rawPassword: String?
  public var customAttributes: String?
  public var providerUserInfo: [Provider]?
  public var mfaInfo: [Factor]?
  public var passkeyInfo: [PasskeyMessage]?
  /// Milliseconds since 1970.
  public var createdAt: Int64Text?
  public var lastLoginAt: Int64Text?
  public var tenantId: String?
  public init() {}
}

public struct BatchCreateResponse: Sendable {
  public struct UserError: Sendable, Equatable {
    /// The index in the request's list of users.
    public var index: Int
    public var message: String

    public init(index: Int, message: String) {
      self.index = index
      self.message = message
    }
  }

  public var kind = "identitytoolkit#UploadAccountResponse"
  /// The users that were not stored. Nil if all were stored.
  public var error: [UserError]?
  public init(error: [UserError]?) { self.error = error }
}

extension BatchCreateRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    users = try members.messages("users")
    allowOverwrite = try members.flag("allowOverwrite")
    sanityCheck = try members.flag("sanityCheck")
    hashAlgorithm = try members.text("hashAlgorithm")
    signerKey = try members.text("signerKey")
    saltSeparator = try members.text("saltSeparator")
    rounds = try members.integer("rounds")
    memoryCost = try members.integer("memoryCost")
    cpuMemCost = try members.integer("cpuMemCost")
    blockSize = try members.integer("blockSize")
    parallelization = try members.integer("parallelization")
    dkLen = try members.integer("dkLen")
    passwordHashOrder = try members.choice("passwordHashOrder")
    argon2Parameters = try members.message("argon2Parameters")
    tenantId = try members.text("tenantId")
    targetProjectId = try members.text("targetProjectId")
  }
}

extension BatchCreateRequest.Argon2Parameters: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    hashLengthBytes = try members.integer("hashLengthBytes")
    hashType = try members.choice("hashType")
    parallelism = try members.integer("parallelism")
    iterations = try members.integer("iterations")
    memoryCostKib = try members.integer("memoryCostKib")
    version = try members.choice("version")
    associatedData = try members.text("associatedData")
  }
}

extension UploadedUser: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    localId = try members.text("localId")
    email = try members.text("email")
    emailVerified = try members.flag("emailVerified")
    displayName = try members.text("displayName")
    photoUrl = try members.text("photoUrl")
    phoneNumber = try members.text("phoneNumber")
    disabled = try members.flag("disabled")
    passwordHash = try members.text("passwordHash")
    salt = try members.text("salt")
    rawPassword = try members.text("rawPassword")
    customAttributes = try members.text("customAttributes")
    providerUserInfo = try members.messages("providerUserInfo")
    mfaInfo = try members.messages("mfaInfo")
    passkeyInfo = try members.messages("passkeyInfo")
    createdAt = try members.int64Text("createdAt")
    lastLoginAt = try members.int64Text("lastLoginAt")
    tenantId = try members.text("tenantId")
  }
}

extension UploadedUser.Provider: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    providerId = try members.text("providerId")
    rawId = try members.text("rawId")
    federatedId = try members.text("federatedId")
    email = try members.text("email")
    displayName = try members.text("displayName")
    photoUrl = try members.text("photoUrl")
    screenName = try members.text("screenName")
  }
}

extension UploadedUser.Factor: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    mfaEnrollmentId = try members.text("mfaEnrollmentId")
    displayName = try members.text("displayName")
    phoneInfo = try members.text("phoneInfo")
    enrolledAt = try members.text("enrolledAt")
    emulatorTotpSecret = try members.text("emulatorTotpSecret")
  }
}

extension BatchCreateResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("error", error)
  }
}

extension BatchCreateResponse.UserError: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("index", index)
    answer.member("message", message)
  }
}
