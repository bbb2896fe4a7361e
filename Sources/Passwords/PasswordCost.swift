import Identity

/// Estimates the CPU time of a password check.
///
/// For every account, a wrong password is hashed with every scheme that the project's hashes use. So the
/// time does not reveal whether an account exists. The bounds of this type keep the total time small.
public enum PasswordCost {
  /// The maximum in milliseconds for all imported schemes of a project together. Any single scheme within
  /// ``PasswordBounds`` costs less.
  public static let maximumOfImported = 1_000.0

  /// Milliseconds on a current core. The values were measured once; only the ratio between schemes matters.
  public static func estimate(_ stored: PasswordHash) -> Double {
    switch stored.algorithm {
    case .firebaseScrypt(_, _, let rounds, let memoryCost):
      scryptBlock * Double(rounds) * Double(1 << min(max(memoryCost, 0), 32))
    case .standardScrypt(let cost, let blockSize, let parallelization, _):
      scryptBlock * Double(cost) * Double(blockSize) * Double(parallelization)
    case .hmac, .emulator: 0.01
    case .digest(_, let rounds, _): 0.01 + 0.0005 * Double(rounds)
    case .pbkdf2(let function, let rounds):
      0.0007 * Double(rounds)
        * Double(max(1, (stored.hash.count + function.byteCount - 1) / function.byteCount))
    case .bcrypt: bcryptRound * Double(1 << bcryptCost(stored.hash))
    case .argon2(let parameters): 0.0006 * Double(parameters.iterations) * Double(parameters.memoryCost)
    }
  }

  /// True if a project that has imported the known schemes can import the new scheme, too.
  public static func allows(_ new: PasswordHash, beside known: [PasswordHash]) -> Bool {
    known.count < Project.maximumImportedPasswords
      && known.reduce(estimate(new)) { $0 + estimate($1) } <= maximumOfImported
  }

  /// Returns the first schemes that together stay within the bound. A wrong password is hashed with these
  /// schemes. The result contains all schemes, unless some were imported before the bound existed.
  public static func affordable(_ exemplars: [PasswordHash]) -> [PasswordHash] {
    var kept: [PasswordHash] = []
    for exemplar in exemplars where allows(exemplar, beside: kept) { kept.append(exemplar) }
    return kept
  }

  /// Milliseconds for each unit of N · r · p.
  private static let scryptBlock = 0.000_2
  private static let bcryptRound = 0.05

  /// The cost in a text such as `$2b$10$…`.
  private static func bcryptCost(_ hash: [UInt8]) -> Int {
    guard hash.count > 6, let cost = Int(String(decoding: hash[4..<6], as: UTF8.self)) else { return 0 }
    return min(max(cost, 0), 31)
  }
}
