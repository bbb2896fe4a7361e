import Identity

extension PasswordHash {
  /// A hash of no password that costs as much to check as this one: same scheme, same parameters, same lengths.
  /// It holds nothing of anybody.
  ///
  /// - Parameter keyLength: bytes of the scheme's key in the clear, where the hash holds it sealed.
  public func exemplar(keyLength: Int? = nil) -> PasswordHash {
    var exemplar = self
    if let key = algorithm.key {
      exemplar.algorithm = algorithm.with(key: [UInt8](repeating: 0, count: keyLength ?? key.count))
    }
    // Salts differ in length from user to user, which costs nothing.
    exemplar.salt = algorithm == .bcrypt ? [] : [UInt8](repeating: 0, count: 16)
    // A bcrypt hash is a text that begins with its cost.
    exemplar.hash =
      algorithm == .bcrypt
      ? Array("$2b".utf8) + hash[3..<7] + [UInt8](repeating: UInt8(ascii: "."), count: max(hash.count - 7, 0))
      : [UInt8](repeating: 0, count: hash.count)
    return exemplar
  }
}
