import Crypto

/// A puzzle that takes many hashes to solve and a few to check.
///
/// It consists of parts, each of which asks for a number: SHA-256 of the challenge, the part's index (one byte) and the number
/// (four bytes, big-endian) has to begin with some zero bits. With one part the time would vary far more: the sum of many has a
/// spread of a quarter.
struct ProofOfWork: Sendable, Equatable {
  static let parts = 16
  private static let logarithmOfParts = 4

  let challenge: [UInt8]
  /// The zero bits that the hash of a part begins with.
  let bits: Int

  /// - Parameter workBits: the base-2 logarithm of the hashes of all parts.
  init(challenge: [UInt8], workBits: Int) {
    self.challenge = challenge
    bits = workBits - Self.logarithmOfParts
  }

  /// Checks a solution by ``parts`` hashes at most.
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
