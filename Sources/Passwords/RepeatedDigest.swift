import Identity

/// A hash function over salt and password, and then repeatedly over its own output.
///
/// SHA is applied `rounds` times in total. The meaning of MD5's rounds is not documented, and systems
/// differ. Some systems count the rounds as for SHA. Others count only the rounds after the first, each
/// over the output followed by the password. So only MD5 can have 0 rounds. Both ways of counting are
/// accepted.
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
