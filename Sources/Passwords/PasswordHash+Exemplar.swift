import Identity

extension PasswordHash {
  /// Returns a hash that belongs to no password and costs as much to check as this hash: it has the same
  /// scheme, parameters and lengths. It contains no user data.
  ///
  /// - Parameter keyLength: the length in bytes of the unsealed key, if the hash contains a sealed key.
  public func exemplar(keyLength: Int? = nil) -> PasswordHash {
    var exemplar = self
    if let key = algorithm.key {
      exemplar.algorithm = algorithm.with(key: [UInt8](repeating: 0, count: keyLength ?? key.count))
    }
    // The length of a salt differs from user to user. It does not affect the cost.
    exemplar.salt = algorithm == .bcrypt ? [] : [UInt8](repeating: 0, count: 16)
    // A bcrypt hash is a text that begins with its cost.
    exemplar.hash =
      algorithm == .bcrypt
      ? Array("$2b".utf8) + hash[3..<7] + [UInt8](repeating: UInt8(ascii: "."), count: max(hash.count - 7, 0))
      : [UInt8](repeating: 0, count: hash.count)
    return exemplar
  }
}
