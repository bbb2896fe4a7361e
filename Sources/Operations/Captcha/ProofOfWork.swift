import Crypto

/// A puzzle that takes many hashes to solve and a few to check.
///
/// It consists of parts. The solution of a part is a number of four bytes. SHA-256 of the challenge, the part's index
/// (one byte) and the number (big-endian) has to begin with a given number of zero bits. The time for one large part
/// would vary widely. The total time for many parts varies by a quarter.
struct ProofOfWork: Sendable, Equatable {
  static let parts = 16
  private static let logarithmOfParts = 4

  let challenge: [UInt8]
  /// The number of zero bits with which the hash of a part has to begin.
  let bits: Int

  /// - Parameter workBits: the base-2 logarithm of the number of hashes that all parts take on average.
  init(challenge: [UInt8], workBits: Int) {
    self.challenge = challenge
    bits = workBits - Self.logarithmOfParts
  }

  /// Checks a solution. This takes at most ``parts`` hashes.
  func isSolved(by solution: [UInt8]) -> Bool {
    guard solution.count == Self.parts * 4 else { return false }
    return (0..<Self.parts).allSatisfy { part in
      isSolved(part, by: solution[(part * 4)..<(part * 4 + 4)])
    }
  }

  private func isSolved(_ part: Int, by number: some Sequence<UInt8>) -> Bool {
    var hash = SHA256()
    hash.update(data: challenge)
    hash.update(data: [UInt8(truncatingIfNeeded: part)] + number)
    var zeros = 0
    for byte in hash.finalize() {
      zeros += byte.leadingZeroBitCount
      if byte != 0 { break }
    }
    return zeros >= bits
  }
}
