import Identity

/// A hash function over salt and password, and over its own output as often as `rounds` say.
///
/// SHA is applied `rounds` times in all. What the rounds of MD5 mean is nowhere written, and systems that
/// people come from differ: either all of them together, as with SHA, or those after the first, each over the
/// output followed by the password, which is why only MD5 has a round 0. Both readings are taken.
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
    for _ in 1..<max(rounds, 1) { hash = function.digest(hash) }
    return hash
  }

  func matches(_ password: [UInt8], salt: [UInt8], hash: [UInt8]) -> Bool {
    let isEqual = constantTimeEqual(self.hash(password, salt: salt, length: hash.count), hash)
    guard function == .md5, rounds > 0 else { return isEqual }
    return constantTimeEqual(passwordInEveryRound(password, salt: salt), hash) || isEqual
  }

  private func passwordInEveryRound(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
    var hash = function.digest(order.join(password, salt))
    for _ in 0..<rounds { hash = function.digest(hash + password) }
    return hash
  }
}
