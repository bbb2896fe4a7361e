import Identity

/// About how much of a core's time it takes to check one password against a hash.
///
/// A wrong password of a project is computed for every scheme that its hashes are in, whatever account is asked for, so
/// that its time tells nobody who has an account. This keeps the sum small.
public enum PasswordCost {
  /// Milliseconds for all imported schemes of a project together. Any single scheme within ``PasswordBounds`` is below.
  public static let maximumOfImported = 1_000.0

  /// Milliseconds on a core of today. Measured once; what matters is which scheme is how many times as costly as another.
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

  /// True if a project that has these imported schemes can have one more.
  public static func allows(_ new: PasswordHash, beside known: [PasswordHash]) -> Bool {
    known.count < Project.maximumImportedPasswords
      && known.reduce(estimate(new)) { $0 + estimate($1) } <= maximumOfImported
  }

  /// The first of some schemes, as many as are computed for a wrong password. All, unless they were imported before there
  /// was a bound.
  public static func affordable(_ exemplars: [PasswordHash]) -> [PasswordHash] {
    var kept: [PasswordHash] = []
    for exemplar in exemplars where allows(exemplar, beside: kept) { kept.append(exemplar) }
    return kept
  }

  /// Of N, for each unit of r and p.
  private static let scryptBlock = 0.000_2
  private static let bcryptRound = 0.05

  /// Of the text `$2b$10$…`.
  private static func bcryptCost(_ hash: [UInt8]) -> Int {
    guard hash.count > 6, let cost = Int(String(decoding: hash[4..<6], as: UTF8.self)) else { return 0 }
    return min(max(cost, 0), 31)
  }
}
