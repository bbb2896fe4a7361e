import Identity

/// A hash function over salt and password, and over its own output as often as `rounds` say.
///
/// SHA is applied `rounds` times in all. MD5 is applied once, and then `rounds` times more to its output
/// followed by the password: what the official service does, and why only MD5 has a round 0.
struct RepeatedDigest: DerivingScheme {
  private let function: PasswordHash.HashFunction
  private let rounds: Int
  private let order: PasswordHash.InputOrder

  init(
    function: PasswordHash.HashFunction, rounds: Int, order: PasswordHash.InputOrder
  ) throws(PasswordFailure) {
    let allowed = function == .md5 ? PasswordBounds.md5Rounds : PasswordBounds.shaRounds
    guard allowed.contains(rounds) else { throw .unsupportedParameters }
    self.function = function
    self.rounds = rounds
    self.order = order
  }

  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    salt.count <= PasswordBounds.maximumSaltBytes && hash.count == function.byteCount
  }

  func hash(_ password: [UInt8], salt: [UInt8], length: Int) -> [UInt8] {
    var hash = function.digest(order.join(password, salt))
    if function == .md5 {
      for _ in 0..<rounds { hash = function.digest(hash + password) }
    } else {
      for _ in 1..<rounds { hash = function.digest(hash) }
    }
    return hash
  }
}
