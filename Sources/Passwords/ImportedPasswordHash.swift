import Identity

extension PasswordHash {
  /// Imports a hash that another service made. A refused hash is never stored, so no import can make a
  /// later sign-in cost more than ``PasswordBounds`` allow.
  ///
  /// - Parameters:
  ///   - algorithm: the algorithm, with its key unsealed.
  ///   - hash: the bytes. Digests of ``Algorithm/digest(function:rounds:order:)`` may also be hexadecimal text, as
  ///     databases usually store them.
  /// - Throws: ``PasswordFailure/unsupportedParameters`` if parameters exceed the bounds, or if the salt or
  ///   the hash cannot belong to the scheme.
  public init(importing algorithm: Algorithm, salt: [UInt8], hash: [UInt8]) throws(PasswordFailure) {
    let scheme = try PasswordVerification.scheme(algorithm)
    var hash = hash
    if case .digest(let function, _, _) = algorithm, hash.count == 2 * function.byteCount,
      let bytes = Self.bytes(hexadecimal: hash)
    {
      hash = bytes
    }
    guard scheme.admits(salt: salt, hash: hash) else { throw .unsupportedParameters }
    self.init(algorithm: algorithm, salt: algorithm == .bcrypt ? [] : salt, hash: hash)
  }

  /// True if hashes with these parameters are supported. The salts do not matter.
  public static func isSupported(_ algorithm: Algorithm) -> Bool {
    (try? PasswordVerification.scheme(algorithm)) != nil
  }

  private static func bytes(hexadecimal text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: text.count - 1, by: 2) {
      guard let high = digit(text[index]), let low = digit(text[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
