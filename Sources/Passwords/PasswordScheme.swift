/// One way to make a hash of a password. To have one means that its parameters are within ``PasswordBounds``.
protocol PasswordScheme: Sendable {
  /// Whether these may be salt and hash of the scheme, by their form. Computes nothing.
  func admits(salt: [UInt8], hash: [UInt8]) -> Bool

  /// Whether the password makes the hash. Takes the same time wherever the difference is.
  func matches(_ password: [UInt8], salt: [UInt8], hash: [UInt8]) throws(PasswordFailure) -> Bool
}

/// A scheme whose hash follows from password and salt alone.
protocol DerivingScheme: PasswordScheme {
  /// - Parameter length: how many bytes are wanted, for a scheme that makes any number.
  func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws(PasswordFailure) -> [UInt8]
}

extension DerivingScheme {
  func matches(_ password: [UInt8], salt: [UInt8], hash: [UInt8]) throws(PasswordFailure) -> Bool {
    constantTimeEqual(try self.hash(password, salt: salt, length: hash.count), hash)
  }
}
