/// A password as it is stored: the hash function, its parameters and the result.
public struct PasswordHash: Sendable, Equatable, Codable {
  /// The hash function with its parameters. All cases except the first case are schemes of other services, from which
  /// accounts were imported. `PasswordBounds` has the limits of the parameters.
  ///
  /// The key of a scheme is stored sealed under the master key, so that stolen account rows do not contain it.
  public enum Algorithm: Sendable, Equatable, Codable {
    /// Firebase's own scheme: AES-256-CTR encrypts the signer key with the output of scrypt as the key. In storage, an
    /// empty signer key means the project's own signer key.
    case firebaseScrypt(signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int)
    /// scrypt (RFC 7914): `cpuMemoryCost` is the RFC's N, `blockSize` is r, and `parallelization` is p.
    case standardScrypt(cpuMemoryCost: Int, blockSize: Int, parallelization: Int, derivedKeyLength: Int)
    /// HMAC (RFC 2104) of password and salt.
    case hmac(function: HashFunction, key: [UInt8], order: InputOrder)
    /// A hash function applied repeatedly to salt and password.
    case digest(function: HashFunction, rounds: Int, order: InputOrder)
    /// PBKDF2 (RFC 8018). The derived key is as long as the hash.
    case pbkdf2(function: HashFunction, rounds: Int)
    /// bcrypt. The hash is the text of crypt(5), `$2b$10$…`, which includes cost and salt.
    case bcrypt
    /// Argon2 (RFC 9106).
    case argon2(Argon2Parameters)
    /// The Firebase emulator's scheme, which does not protect the password: the hash is the text
    /// `fakeHash:salt=SALT:password=PASSWORD`. Only development servers accept and check such hashes.
    case emulator
  }

  public enum HashFunction: String, Sendable, Equatable, Codable, CaseIterable {
    case md5, sha1, sha256, sha512
  }

  /// The order in which password and salt are concatenated.
  public enum InputOrder: String, Sendable, Equatable, Codable {
    case saltAndPassword, passwordAndSalt
  }

  public struct Argon2Parameters: Sendable, Equatable, Codable {
    public enum Variant: String, Sendable, Equatable, Codable { case d, i, id }
    public enum Version: Int, Sendable, Equatable, Codable {
      case v10 = 0x10
      case v13 = 0x13
    }

    public var variant: Variant
    public var version: Version
    public var iterations: Int
    /// KiB.
    public var memoryCost: Int
    public var parallelism: Int
    /// Bytes.
    public var hashLength: Int
    public var associatedData: [UInt8]

    public init(
      variant: Variant, version: Version = .v13, iterations: Int, memoryCost: Int, parallelism: Int,
      hashLength: Int, associatedData: [UInt8] = []
    ) {
      self.variant = variant
      self.version = version
      self.iterations = iterations
      self.memoryCost = memoryCost
      self.parallelism = parallelism
      self.hashLength = hashLength
      self.associatedData = associatedData
    }
  }

  public var algorithm: Algorithm
  public var salt: [UInt8]
  public var hash: [UInt8]

  public init(algorithm: Algorithm, salt: [UInt8], hash: [UInt8]) {
    self.algorithm = algorithm
    self.salt = salt
    self.hash = hash
  }
}

extension PasswordHash.Algorithm {
  /// The key that the hash depends on. Nil if the scheme has no key.
  public var key: [UInt8]? {
    switch self {
    case .firebaseScrypt(let key, _, _, _), .hmac(_, let key, _): key
    case .standardScrypt, .digest, .pbkdf2, .bcrypt, .argon2, .emulator: nil
    }
  }

  /// Returns the same algorithm with another key. Returns it unchanged if the scheme has no key.
  public func with(key: [UInt8]) -> Self {
    switch self {
    case .firebaseScrypt(_, let saltSeparator, let rounds, let memoryCost):
      .firebaseScrypt(signerKey: key, saltSeparator: saltSeparator, rounds: rounds, memoryCost: memoryCost)
    case .hmac(let function, _, let order): .hmac(function: function, key: key, order: order)
    case .standardScrypt, .digest, .pbkdf2, .bcrypt, .argon2, .emulator: self
    }
  }
}
