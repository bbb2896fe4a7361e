/// A way to hash passwords. An instance's parameters are within ``PasswordBounds``.
protocol PasswordScheme: Sendable {
  /// True if the form of the salt and the hash fits the scheme. No hash is computed.
  func admits(salt: [UInt8], hash: [UInt8]) -> Bool

  /// True if the password produces the hash. Compares in constant time.
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
