import CLibcrypto

/// Standard scrypt (RFC 7914).
struct StandardScrypt: DerivingScheme {
  private let cpuMemoryCost: Int
  private let blockSize: Int
  private let parallelization: Int
  private let derivedKeyLength: Int

  init(
    cpuMemoryCost: Int, blockSize: Int, parallelization: Int, derivedKeyLength: Int
  ) throws(PasswordFailure) {
    // Each parameter is checked on its own first: the products must not overflow.
    let most = PasswordBounds.standardScryptMemory / 128
    guard (2...most).contains(cpuMemoryCost), cpuMemoryCost.nonzeroBitCount == 1,
      (1...most).contains(blockSize), (1...most).contains(parallelization),
      (PasswordBounds.minimumHashBytes...PasswordBounds.maximumHashBytes).contains(derivedKeyLength),
      128 * cpuMemoryCost * blockSize <= PasswordBounds.standardScryptMemory,
      128 * cpuMemoryCost * blockSize * parallelization <= PasswordBounds.standardScryptWork,
      // RFC 7914, section 2: N is less than 2^(128 · r / 8).
      blockSize > 1 || cpuMemoryCost < 1 << 16
    else { throw .unsupportedParameters }
    self.cpuMemoryCost = cpuMemoryCost
    self.blockSize = blockSize
    self.parallelization = parallelization
    self.derivedKeyLength = derivedKeyLength
  }

  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    salt.count <= PasswordBounds.maximumSaltBytes && hash.count == derivedKeyLength
  }

  func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws(PasswordFailure) -> [UInt8] {
    try Scrypt(cost: cpuMemoryCost, blockSize: blockSize, parallelization: parallelization)
      .key(from: password, salt: salt, length: derivedKeyLength)
  }
}

/// The key derivation of RFC 7914, by libcrypto. swift-crypto's allocates too little memory for block sizes above 16.
struct Scrypt {
  let cost: Int
  let blockSize: Int
  let parallelization: Int

  func key(from password: [UInt8], salt: [UInt8], length: Int) throws(PasswordFailure) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: length)
    let memory = 128 * blockSize * (cost + parallelization + 2)
    let made = password.withUnsafeBytes { password in
      EVP_PBE_scrypt(
        password.baseAddress, password.count, salt, salt.count, UInt64(cost), UInt64(blockSize),
        UInt64(parallelization), UInt64(memory), &key, key.count)
    }
    guard made == 1 else { throw .computation("scrypt") }
    return key
  }
}
