import Identity
import IdentityWire
import Passwords

extension PasswordHash.Algorithm {
  /// Parses how the hashes of an upload were made, with the key in the clear.
  ///
  /// Without `passwordHashOrder`, HMAC takes the password first and plain digests take the salt first, as at
  /// the official service.
  ///
  /// - Throws: `MISSING_HASH_ALGORITHM`, `INVALID_HASH_ALGORITHM`, `EMPTY_HASH_KEY`, `INVALID_HASH_KEY`,
  ///   `INVALID_HASH_ROUNDS`, `INVALID_HASH_MEMORY_COST`, `INVALID_HASH_SALT_SEPARATOR`,
  ///   `INVALID_HASH_CPU_MEM_COST`, `INVALID_HASH_BLOCK_SIZE`, `INVALID_HASH_PARALLELIZATION`,
  ///   `INVALID_HASH_DERIVED_KEY_LENGTH`, `INVALID_ARGON2_…`. Values beyond ``PasswordBounds`` are invalid.
  init(_ request: BatchCreateRequest) throws(IdentityError) {
    guard let name = request.hashAlgorithm, !name.isEmpty else {
      throw .refused(.missingHashAlgorithm)
    }
    let parameters = ImportedHashParameters(request: request)
    switch name {
    case "SCRYPT": self = try parameters.firebaseScrypt()
    case "STANDARD_SCRYPT": self = try parameters.standardScrypt()
    case "HMAC_MD5": self = try parameters.hmac(.md5)
    case "HMAC_SHA1": self = try parameters.hmac(.sha1)
    case "HMAC_SHA256": self = try parameters.hmac(.sha256)
    case "HMAC_SHA512": self = try parameters.hmac(.sha512)
    case "MD5": self = try parameters.digest(.md5)
    case "SHA1": self = try parameters.digest(.sha1)
    case "SHA256": self = try parameters.digest(.sha256)
    case "SHA512": self = try parameters.digest(.sha512)
    case "PBKDF_SHA1": self = try parameters.pbkdf2(.sha1)
    case "PBKDF2_SHA256": self = try parameters.pbkdf2(.sha256)
    case "BCRYPT": self = .bcrypt
    case "ARGON2": self = try parameters.argon2()
    default: throw .refused(.invalidHashAlgorithm)
    }
  }
}

private struct ImportedHashParameters {
  let request: BatchCreateRequest

  func firebaseScrypt() throws(IdentityError) -> PasswordHash.Algorithm {
    let key = try key(PasswordBounds.signerKeyBytes)
    guard let separator = Base64Bytes.decode(request.saltSeparator ?? ""),
      separator.count <= PasswordBounds.maximumSaltBytes
    else { throw .refused(.invalidHashSaltSeparator) }
    return .firebaseScrypt(
      signerKey: key, saltSeparator: separator, rounds: try rounds(PasswordBounds.scryptRounds),
      memoryCost: try Self.within(
        PasswordBounds.scryptMemoryCost, request.memoryCost, .invalidHashMemoryCost))
  }

  func standardScrypt() throws(IdentityError) -> PasswordHash.Algorithm {
    let most = PasswordBounds.standardScryptMemory / 128
    let cost = try Self.within(2...most, request.cpuMemCost, .invalidHashCPUMemCost)
    let blockSize = try Self.within(1...most, request.blockSize, .invalidHashBlockSize)
    let parallelization = try Self.within(
      1...most, request.parallelization, .invalidHashParallelization)
    let length = try Self.within(
      PasswordBounds.minimumHashBytes...PasswordBounds.maximumHashBytes, request.dkLen,
      .invalidHashDerivedKeyLength)
    let algorithm = PasswordHash.Algorithm.standardScrypt(
      cpuMemoryCost: cost, blockSize: blockSize, parallelization: parallelization, derivedKeyLength: length)
    // A combination of allowed values may still be too expensive.
    guard PasswordHash.isSupported(algorithm) else { throw .refused(.invalidHashCPUMemCost) }
    return algorithm
  }

  func hmac(_ function: PasswordHash.HashFunction) throws(IdentityError) -> PasswordHash.Algorithm {
    .hmac(
      function: function, key: try key(PasswordBounds.hmacKeyBytes),
      order: order(orElse: .passwordAndSalt))
  }

  func digest(_ function: PasswordHash.HashFunction) throws(IdentityError) -> PasswordHash.Algorithm {
    let allowed = function == .md5 ? PasswordBounds.md5Rounds : PasswordBounds.shaRounds
    return .digest(
      function: function, rounds: try rounds(allowed), order: order(orElse: .saltAndPassword))
  }

  func pbkdf2(_ function: PasswordHash.HashFunction) throws(IdentityError) -> PasswordHash.Algorithm {
    .pbkdf2(function: function, rounds: try rounds(PasswordBounds.pbkdf2Rounds))
  }

  func argon2() throws(IdentityError) -> PasswordHash.Algorithm {
    let given = request.argon2Parameters ?? .init()
    let parallelism = try Self.within(
      PasswordBounds.argon2Parallelism, given.parallelism, .invalidArgon2Parallelism)
    let variant: PasswordHash.Argon2Parameters.Variant
    switch given.hashType {
    case .d: variant = .d
    case .i: variant = .i
    case .id: variant = .id
    case .unspecified, nil: throw .refused(.invalidArgon2HashType)
    }
    guard let associatedData = Base64Bytes.decode(given.associatedData ?? ""),
      associatedData.count <= PasswordBounds.argon2MaximumAssociatedDataBytes
    else { throw .refused(.invalidArgon2AssociatedData) }
    return .argon2(
      .init(
        variant: variant, version: given.version == .v10 ? .v10 : .v13,
        iterations: try Self.within(
          PasswordBounds.argon2Iterations, given.iterations, .invalidArgon2Iterations),
        memoryCost: try Self.within(
          8 * parallelism...PasswordBounds.argon2MaximumMemory, given.memoryCostKib,
          .invalidArgon2MemoryCost),
        parallelism: parallelism,
        hashLength: try Self.within(
          PasswordBounds.argon2HashBytes, given.hashLengthBytes, .invalidArgon2HashLength),
        associatedData: associatedData))
  }

  private func key(_ allowed: ClosedRange<Int>) throws(IdentityError) -> [UInt8] {
    guard let key = Base64Bytes.decode(request.signerKey ?? "") else {
      throw .refused(.invalidHashKey)
    }
    guard !key.isEmpty else { throw .refused(.emptyHashKey) }
    guard allowed.contains(key.count) else { throw .refused(.invalidHashKey) }
    return key
  }

  /// An absent value is 0, as everywhere in the protocol.
  private func rounds(_ allowed: ClosedRange<Int>) throws(IdentityError) -> Int {
    try Self.within(allowed, request.rounds, .invalidHashRounds)
  }

  private func order(orElse usual: PasswordHash.InputOrder) -> PasswordHash.InputOrder {
    switch request.passwordHashOrder {
    case .saltAndPassword: .saltAndPassword
    case .passwordAndSalt: .passwordAndSalt
    case .unspecified, nil: usual
    }
  }

  private static func within(_ allowed: ClosedRange<Int>, _ value: Int?, _ refusal: Refusal)
    throws(IdentityError)
    -> Int
  {
    guard allowed.contains(value ?? 0) else { throw .refused(refusal) }
    return value ?? 0
  }
}
