import Foundation

/// The hash functions of rules. None of them protects a secret.
enum RulesHash {
  static func crc32(_ bytes: [UInt8], polynomial: UInt32) -> [UInt8] {
    let table = (0..<256).map { (index: UInt32) -> UInt32 in
      (0..<8).reduce(index) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ polynomial : crc >> 1 }
    }
    var crc: UInt32 = .max
    for byte in bytes { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return littleEndian(~crc)
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 24),
    ]
  }

  /// Pads the message with a one bit, zeroes and its length in bits, to blocks of 64 bytes.
  private static func padded(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    return message + (isBigEndian ? length.reversed() : length)
  }

  private static func rotated(_ value: UInt32, left count: UInt32) -> UInt32 {
    value << count | value >> (32 - count)
  }

  /// Computes MD5 (RFC 1321).
  static func md5(_ bytes: [UInt8]) -> [UInt8] {
    let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
    let constants = md5Constants
    var words = [UInt32](repeating: 0, count: 16)
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    let message = padded(bytes, isBigEndian: false)
    for block in stride(from: 0, to: message.count, by: 64) {
      for word in 0..<16 {
        let place = block + word * 4
        words[word] =
          UInt32(message[place]) | UInt32(message[place + 1]) << 8 | UInt32(message[place + 2]) << 16
          | UInt32(message[place + 3]) << 24
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for step in 0..<64 {
        let mix: UInt32
        let word: Int
        switch step / 16 {
        case 0: (mix, word) = (b & c | ~b & d, step)
        case 1: (mix, word) = (d & b | ~d & c, (5 * step + 1) % 16)
        case 2: (mix, word) = (b ^ c ^ d, (3 * step + 5) % 16)
        default: (mix, word) = (c ^ (b | ~d), 7 * step % 16)
        }
        let sum = a &+ mix &+ constants[step] &+ words[word]
        (a, d, c, b) = (d, c, b, b &+ rotated(sum, left: shifts[step / 16 * 4 + step % 4]))
      }
      for (index, word) in [a, b, c, d].enumerated() { state[index] &+= word }
    }
    return state.flatMap(littleEndian)
  }

  /// The sines of 1 to 64, computed as RFC 1321 describes.
  private static let md5Constants: [UInt32] = (1...64).map {
    UInt32(truncatingIfNeeded: Int64((abs(Foundation.sin(Double($0))) * 4_294_967_296).rounded(.down)))
  }

  /// Computes SHA-256 (FIPS 180-4).
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    let message = padded(bytes, isBigEndian: true)
    let constants = sha256Constants
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
      for word in 0..<16 {
        let place = block + word * 4
        words[word] =
          UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16 | UInt32(message[place + 2]) << 8
          | UInt32(message[place + 3])
      }
      for index in 16..<64 {
        let x = words[index - 15]
        let y = words[index - 2]
        let first = rotated(x, left: 25) ^ rotated(x, left: 14) ^ x >> 3
        let second = rotated(y, left: 15) ^ rotated(y, left: 13) ^ y >> 10
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let high = rotated(e, left: 26) ^ rotated(e, left: 21) ^ rotated(e, left: 7)
        let first = h &+ high &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
        let low = rotated(a, left: 30) ^ rotated(a, left: 19) ^ rotated(a, left: 10)
        let second = low &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ second)
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
    return state.flatMap { littleEndian($0).reversed() }
  }

  /// The fractions of the cube roots of the first 64 primes.
  private static let sha256Constants: [UInt32] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // Computes the integer part of the cube root of prime · 2⁹⁶ bit by bit, and drops its upper bits.
      var root: UInt64 = 0
      for bit in stride(from: 35, through: 0, by: -1) {
        let trial = root | 1 << UInt64(bit)
        let square = trial.multipliedFullWidth(by: trial)
        let (high, low) = (UInt64(square.high), square.low)
        let lowProduct = low.multipliedFullWidth(by: trial)
        let (upper, carried) = (high * trial).addingReportingOverflow(lowProduct.high)
        if !carried, upper < UInt64(prime) << 32 { root = trial }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
