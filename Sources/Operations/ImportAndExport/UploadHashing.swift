import Identity
import IdentityWire
import Passwords

/// How a file's passwords were hashed, with the parameters of Firebase's tools.
public struct UploadHashing: Sendable {
  /// `SCRYPT`, `BCRYPT` and so on; nil for a file without hashes.
  public var algorithm: String?
  /// In Base64, like ``saltSeparator``.
  public var key: String?
  public var saltSeparator: String?
  /// The iterations in case of `ARGON2`.
  public var rounds: Int?
  /// The memory cost of `SCRYPT`, the CPU and memory cost of `STANDARD_SCRYPT`, the KiB of `ARGON2`.
  public var memoryCost: Int?
  public var parallelization: Int?
  public var blockSize: Int?
  /// The length of a hash in bytes.
  public var hashLength: Int?
  public var order: BatchCreateRequest.InputOrder?
  /// Nil for `ARGON2_ID`.
  public var argon2Type: BatchCreateRequest.Argon2Parameters.HashType?

  public static let algorithms = [
    "SCRYPT", "STANDARD_SCRYPT", "HMAC_SHA512", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5", "SHA512", "SHA256",
    "SHA1", "MD5", "PBKDF_SHA1", "PBKDF2_SHA256", "BCRYPT", "ARGON2",
  ]

  /// Algorithms that share the same parameters.
  public enum Family: String, Sendable, CaseIterable {
    case scrypt, standard, hmac, digest, pbkdf, bcrypt, argon2

    /// Nil for an unknown algorithm.
    public init?(_ algorithm: String) {
      switch algorithm {
      case "SCRYPT": self = .scrypt
      case "STANDARD_SCRYPT": self = .standard
      case "HMAC_SHA512", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5": self = .hmac
      case "SHA512", "SHA256", "SHA1", "MD5": self = .digest
      case "PBKDF_SHA1", "PBKDF2_SHA256": self = .pbkdf
      case "BCRYPT": self = .bcrypt
      case "ARGON2": self = .argon2
      default: return nil
      }
    }

    public var parameters: [Parameter] {
      switch self {
      case .scrypt: [.key, .saltSeparator, .rounds, .memoryCost]
      case .standard: [.memoryCost, .parallelization, .blockSize, .hashLength]
      case .hmac: [.key, .order]
      case .digest: [.rounds, .order]
      case .pbkdf: [.rounds]
      case .bcrypt: []
      case .argon2: [.rounds, .memoryCost, .parallelization, .hashLength, .argon2Type]
      }
    }
  }

  /// A parameter of an algorithm, with the name of its property.
  public enum Parameter: String, Sendable, CaseIterable {
    case key, saltSeparator, rounds, memoryCost, parallelization, blockSize, hashLength, order, argon2Type
  }

  public init() {}

  /// Nil if Firebase's tools do not import the algorithm.
  ///
  /// - Parameter algorithm: an algorithm with its key in the clear.
  public init?(_ algorithm: PasswordHash.Algorithm) {
    key = algorithm.key.map { Base64Bytes.standard($0) }
    switch algorithm {
    case .firebaseScrypt(_, let separator, let rounds, let memoryCost):
      self.algorithm = "SCRYPT"
      saltSeparator = Base64Bytes.standard(separator)
      self.rounds = rounds
      self.memoryCost = memoryCost
    case .standardScrypt(let cost, let blockSize, let parallelization, let length):
      self.algorithm = "STANDARD_SCRYPT"
      memoryCost = cost
      self.blockSize = blockSize
      self.parallelization = parallelization
      hashLength = length
    case .hmac(let function, _, let order):
      self.algorithm = "HMAC_\(function.rawValue.uppercased())"
      self.order = order == .saltAndPassword ? .saltAndPassword : .passwordAndSalt
    case .digest(let function, let rounds, let order):
      self.algorithm = function.rawValue.uppercased()
      self.rounds = rounds
      self.order = order == .saltAndPassword ? .saltAndPassword : .passwordAndSalt
    case .pbkdf2(.sha1, let rounds):
      self.algorithm = "PBKDF_SHA1"
      self.rounds = rounds
    case .pbkdf2(.sha256, let rounds):
      self.algorithm = "PBKDF2_SHA256"
      self.rounds = rounds
    case .bcrypt: self.algorithm = "BCRYPT"
    case .pbkdf2, .argon2, .emulator: return nil
    }
  }

  /// The request for an upload, still without users.
  public var request: BatchCreateRequest {
    var request = BatchCreateRequest()
    request.hashAlgorithm = algorithm?.uppercased()
    request.signerKey = key
    request.saltSeparator = saltSeparator
    request.rounds = rounds
    request.memoryCost = memoryCost
    request.cpuMemCost = memoryCost
    request.parallelization = parallelization
    request.blockSize = blockSize
    request.dkLen = hashLength
    request.passwordHashOrder = order
    if request.hashAlgorithm == "ARGON2" {
      var argon2 = BatchCreateRequest.Argon2Parameters()
      argon2.hashType = argon2Type ?? .id
      argon2.iterations = rounds
      argon2.memoryCostKib = memoryCost
      argon2.parallelism = parallelization
      argon2.hashLengthBytes = hashLength
      request.argon2Parameters = argon2
    }
    return request
  }
}
