/// A way to hash passwords. An instance's parameters are within ``PasswordBounds``.
protocol PasswordScheme: Sendable {
  /// True if the scheme can have such a salt and hash, judged by their form. Computes nothing.
  func admits(salt: [UInt8], hash: [UInt8]) -> Bool

  /// True if the password gives the hash. Compares in constant time.
  func matches(_ password: [UInt8], salt: [UInt8], hash: [UInt8]) throws(PasswordFailure) -> Bool
}

/// A scheme that computes its hash from password and salt alone.
protocol DerivingScheme: PasswordScheme {
  /// - Parameter length: the wanted number of bytes, for a scheme of variable length.
  func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws(PasswordFailure) -> [UInt8]
}

extension DerivingScheme {
  func matches(_ password: [UInt8], salt: [UInt8], hash: [UInt8]) throws(PasswordFailure) -> Bool {
    constantTimeEqual(try self.hash(password, salt: salt, length: hash.count), hash)
  }
}
