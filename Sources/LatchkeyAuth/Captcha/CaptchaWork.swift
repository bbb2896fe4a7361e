import Crypto
import Foundation
import IdentityWire

/// A proof of work that the server asks for: `docs/captcha.md` says how it is solved.
struct CaptchaWork: Sendable {
  /// The base-2 logarithm of the average number of hashes for the most expensive challenge that the SDK
  /// accepts. This is also the highest setting of a project. A malicious server must not keep a device busy
  /// with more work.
  static let maximumBits = 24
  /// Seconds after which the work is given up.
  static let maximumSeconds: Double = 60
  private static let maximumParts = 64
  private static let maximumChallengeLength = 256
  /// The number of hashes between two checks of the time and of the task's cancellation.
  private static let step: UInt32 = 4096

  private let challenge: String
  private let bytes: [UInt8]
  /// The zero bits that the hash of each part begins with.
  private let bits: Int
  private let parts: Int

  /// - Throws: ``AuthError`` with `captchaCheckFailed` if the server asks for too much work, and with
  ///   `internalError` if the answer is no challenge.
  init(_ answer: JSONValue) throws {
    guard let challenge = answer["challenge"]?.nonEmpty,
      challenge.utf8.count <= Self.maximumChallengeLength,
      let bytes = Base64URL.decode(challenge), let bits = answer["bits"]?.integerValue, bits >= 0,
      let parts = answer["parts"]?.integerValue, parts > 0
    else { throw ServerErrors.malformedAnswer(Data(JSONWriter.text(answer).utf8)) }
    guard bits <= Self.maximumBits, parts <= Self.maximumParts, parts << bits <= 1 << Self.maximumBits
    else {
      throw AuthError(
        .captchaCheckFailed,
        "The server asks for more work as a proof than this app does. Check the app's server address.")
    }
    self.challenge = challenge
    self.bytes = bytes
    self.bits = Int(bits)
    self.parts = Int(parts)
  }

  /// Does the work on a thread of the concurrency pool, and regularly lets other tasks run.
  ///
  /// - Returns: the token for the server.
  /// - Throws: `CancellationError`; ``AuthError`` with `captchaCheckFailed` after ``maximumSeconds``.
  func solve(by clock: any AuthClock) async throws -> String {
    let end = clock.now.addingTimeInterval(Self.maximumSeconds)
    var numbers: [UInt8] = []
    for part in 0..<parts {
      var block = bytes + [UInt8(part), 0, 0, 0, 0]
      var first: UInt32 = 0
      while true {
        await Task.yield()
        try Task.checkCancellation()
        guard clock.now < end, first <= UInt32.max - Self.step else {
          throw AuthError(.captchaCheckFailed, "The work that the server asks for takes too long.")
        }
        if isSolved(in: first..<first + Self.step, &block) { break }
        first += Self.step
      }
      numbers += block.suffix(4)
    }
    return challenge + "." + Base64URL.encode(numbers)
  }

  /// Tries numbers at the end of a block.
  ///
  /// - Returns: true if the block now ends with a right number.
  private func isSolved(in range: Range<UInt32>, _ block: inout [UInt8]) -> Bool {
    let start = block.count - 4
    for number in range {
      for index in 0..<4 { block[start + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
      let zeros = SHA256.hash(data: block).withUnsafeBytes {
        UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)).leadingZeroBitCount
      }
      if zeros >= bits { return true }
    }
    return false
  }
}
