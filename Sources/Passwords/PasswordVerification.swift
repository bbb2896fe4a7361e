import Identity

/// Verifies stored passwords of every scheme. A new scheme needs a case of ``PasswordHash/Algorithm``, its own file
/// and a line here.
enum PasswordVerification {
  static func scheme(_ algorithm: PasswordHash.Algorithm) throws(PasswordFailure) -> any PasswordScheme {
    switch algorithm {
    case .firebaseScrypt(let signerKey, let saltSeparator, let rounds, let memoryCost):
      try FirebaseScrypt(
        signerKey: signerKey, saltSeparator: saltSeparator, rounds: rounds, memoryCost: memoryCost)
    case .standardScrypt(let cpuMemoryCost, let blockSize, let parallelization, let derivedKeyLength):
      try StandardScrypt(
        cpuMemoryCost: cpuMemoryCost, blockSize: blockSize, parallelization: parallelization,
        derivedKeyLength: derivedKeyLength)
    case .hmac(let function, let key, let order):
      try KeyedDigest(function: function, key: key, order: order)
    case .digest(let function, let rounds, let order):
      try RepeatedDigest(function: function, rounds: rounds, order: order)
    case .pbkdf2(let function, let rounds): try PBKDF2(function: function, rounds: rounds)
    case .bcrypt: Bcrypt()
    case .argon2(let parameters): try Argon2(parameters)
    // Never supported here: only ``EmulatorPasswordHashes`` checks emulator hashes.
    case .emulator: throw .unsupportedParameters
    }
  }

  static func matches(_ password: [UInt8], _ stored: PasswordHash) throws(PasswordFailure) -> Bool {
    try scheme(stored.algorithm).matches(password, salt: stored.salt, hash: stored.hash)
  }
}
