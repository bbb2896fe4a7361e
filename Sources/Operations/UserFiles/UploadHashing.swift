import IdentityWire

/// How the passwords of a file of users were hashed, as Firebase's tools ask for it.
public struct UploadHashing: Sendable {
  /// `SCRYPT`, `BCRYPT` and so on; nil for a file without hashes.
  public var algorithm: String?
  /// Base64, as ``saltSeparator``.
  public var key: String?
  public var saltSeparator: String?
  /// For `ARGON2` its iterations.
  public var rounds: Int?
  /// The memory cost of `SCRYPT`, the CPU and memory cost of `STANDARD_SCRYPT`, the KiB of `ARGON2`.
  public var memoryCost: Int?
  public var parallelization: Int?
  public var blockSize: Int?
  /// Bytes of a hash.
  public var hashLength: Int?
  public var order: BatchCreateRequest.InputOrder?
  /// Nil for `ARGON2_ID`.
  public var argon2Type: BatchCreateRequest.Argon2Parameters.HashType?

  public static let algorithms = [
    "SCRYPT", "STANDARD_SCRYPT", "HMAC_SHA512", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5", "SHA512", "SHA256",
    "SHA1", "MD5", "PBKDF_SHA1", "PBKDF2_SHA256", "BCRYPT", "ARGON2",
  ]

  public init() {}

  /// An upload without users.
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
