import ArgumentParser
import Identity
import IdentityWire
import Operations

/// The hash algorithm and parameters of a user file, with the option names of Firebase's tools.
struct HashOptions: ParsableArguments {
  @Option(
    name: .customLong("hash-algo"),
    help: """
      The algorithm: SCRYPT, STANDARD_SCRYPT, HMAC_SHA512, HMAC_SHA256, HMAC_SHA1, HMAC_MD5, SHA512, SHA256, \
      SHA1, MD5, PBKDF_SHA1, PBKDF2_SHA256, BCRYPT or ARGON2. Without this option, no user with a password is imported.
      """)
  var algorithm: String?

  @Option(
    name: .customLong("hash-key"),
    help: """
      The key in base64, for SCRYPT and HMAC. Other users of this machine can read a key on the command line. \
      --hash-key-file hides the key.
      """)
  var key: String?

  @Option(
    name: .customLong("hash-key-file"),
    help: ArgumentHelp("A file with the key; - reads standard input.", valueName: "file"))
  var keyFile: String?

  @Option(help: "The bytes between salt and password, in base64, for SCRYPT.")
  var saltSeparator: String?

  @Option(help: "The number of rounds; for ARGON2, the number of iterations.")
  var rounds: Int?

  @Option(
    help:
      "For SCRYPT, the memory cost. For STANDARD_SCRYPT, the CPU and memory cost. For ARGON2, the memory in KiB."
  )
  var memCost: Int?

  @Option(help: "The parallelization, for STANDARD_SCRYPT and ARGON2.")
  var parallelization: Int?

  @Option(help: "The block size, for STANDARD_SCRYPT.")
  var blockSize: Int?

  @Option(help: "The length of a hash in bytes, for STANDARD_SCRYPT and ARGON2.")
  var dkLen: Int?

  enum InputOrder: String, ExpressibleByArgument, CaseIterable {
    case saltFirst = "SALT_FIRST"
    case passwordFirst = "PASSWORD_FIRST"
  }

  @Option(
    help: """
      The order of salt and password, for HMAC, SHA and MD5. (default: the password first for HMAC, else the salt first)
      """)
  var hashInputOrder: InputOrder?

  @Option(help: "The variant of ARGON2: ARGON2_ID, ARGON2_I or ARGON2_D. (default: ARGON2_ID)")
  var argon2Type: String?

  func validate() throws {
    if key != nil, keyFile != nil {
      throw ValidationError("Choose one of --hash-key and --hash-key-file.")
    }
    if algorithm == nil, key != nil || keyFile != nil {
      throw ValidationError("A key needs --hash-algo.")
    }
    if let argon2Type, BatchCreateRequest.Argon2Parameters.HashType(rawValue: argon2Type.uppercased()) == nil
    {
      throw ValidationError("--argon2-type must be ARGON2_ID, ARGON2_I or ARGON2_D.")
    }
  }

  /// The hash parameters as an upload without users.
  func request() throws(CommandFailure) -> BatchCreateRequest {
    var hashing = UploadHashing()
    hashing.algorithm = algorithm
    hashing.key = try SecretSource(file: keyFile, environment: nil)?.read().reveal() ?? key
    hashing.saltSeparator = saltSeparator
    hashing.rounds = rounds
    hashing.memoryCost = memCost
    hashing.parallelization = parallelization
    hashing.blockSize = blockSize
    hashing.hashLength = dkLen
    hashing.order =
      switch hashInputOrder {
      case .saltFirst: .saltAndPassword
      case .passwordFirst: .passwordAndSalt
      case nil: nil
      }
    hashing.argon2Type = argon2Type.flatMap { .init(rawValue: $0.uppercased()) }
    return hashing.request
  }
}

extension HashOptions {
  /// The options that give Firebase's tools the hash parameters.
  static func arguments(for hashing: UploadHashing) -> [String] {
    var values: [(String, String?)] = [("hash-algo", hashing.algorithm), ("hash-key", hashing.key)]
    values += [
      ("salt-separator", hashing.saltSeparator), ("rounds", hashing.rounds.map(String.init)),
      ("mem-cost", hashing.memoryCost.map(String.init)),
      ("parallelization", hashing.parallelization.map(String.init)),
      ("block-size", hashing.blockSize.map(String.init)), ("dk-len", hashing.hashLength.map(String.init)),
    ]
    let order: InputOrder? =
      switch hashing.order {
      case .saltAndPassword: .saltFirst
      case .passwordAndSalt: .passwordFirst
      case .unspecified, nil: nil
      }
    values.append(("hash-input-order", order?.rawValue))
    return values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
  }

  /// The problem with the options, under the options' names.
  static func sentence(_ error: IdentityError) -> String {
    let option =
      switch error.refusal {
      case .invalidHashAlgorithm, .missingHashAlgorithm:
        "--hash-algo is not one of the algorithms in \"latchkey users import --help\""
      case .emptyHashKey: "the algorithm needs a key: --hash-key-file or --hash-key"
      case .invalidHashKey: "the key is not base64, or too long"
      case .invalidHashSaltSeparator: "--salt-separator is not base64, or too long"
      case .invalidHashRounds, .invalidArgon2Iterations: "--rounds is missing, or out of range"
      case .invalidHashMemoryCost, .invalidHashCPUMemCost, .invalidArgon2MemoryCost:
        "--mem-cost is missing, or out of range"
      case .invalidHashBlockSize: "--block-size is missing, or out of range"
      case .invalidHashParallelization, .invalidArgon2Parallelism:
        "--parallelization is missing, or out of range"
      case .invalidHashDerivedKeyLength, .invalidArgon2HashLength:
        "--dk-len is missing, or out of range"
      default: error.message
      }
    return "The hash options do not fit together: \(option)."
  }
}
