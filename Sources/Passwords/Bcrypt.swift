import CCrypt
import Identity

/// bcrypt, as the text that crypt(5) writes: `$2b$`, two digits of cost, `$`, 22 characters of salt and 31 of hash.
/// `$2a$` and `$2y$` are the same function. `$2x$` is a faulty variant and is not supported.
///
/// bcrypt uses only the first 72 bytes of a password. A password with a zero byte never matches.
struct Bcrypt: PasswordScheme {
  private static let textLength = 60
  private static let hashLength = 31
  private static let maximumPasswordBytes = 72

  /// The hash includes the salt; a separate salt is ignored.
  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    guard hash.count == Self.textLength, hash.starts(with: Array("$2".utf8)),
      Array("aby".utf8).contains(hash[2]), hash[3] == UInt8(ascii: "$"), hash[6] == UInt8(ascii: "$"),
      let cost = Int(String(decoding: hash[4..<6], as: UTF8.self)), PasswordBounds.bcryptCost.contains(cost),
      hash[4...5].allSatisfy(Self.isDigit)
    else { return false }
    return hash[7...].allSatisfy(Self.isBase64)
  }

  func matches(_ password: [UInt8], salt: [UInt8], hash: [UInt8]) throws(PasswordFailure) -> Bool {
    guard admits(salt: salt, hash: hash) else { throw .unsupportedParameters }
    guard !password.contains(0) else { return false }
    var phrase = password.prefix(Self.maximumPasswordBytes).map { CChar(bitPattern: $0) }
    phrase.append(0)
    defer { for index in phrase.indices { phrase[index] = 0 } }
    let setting = hash.map { CChar(bitPattern: $0) } + [0]
    var output = [CChar](repeating: 0, count: Self.textLength + 1)
    guard latchkey_crypt(phrase, setting, &output, output.count) == 0 else { throw .computation("crypt") }
    // The salt's last character has several spellings, and crypt may write another one. So only the hash part is
    // compared.
    let computed = output.dropLast().suffix(Self.hashLength).map { UInt8(bitPattern: $0) }
    return constantTimeEqual(computed, Array(hash.suffix(Self.hashLength)))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."),
      UInt8(ascii: "/"):
      true
    default: isDigit(byte)
    }
  }
}
