import Crypto
import Foundation

/// A set of passwords, stored in a fraction of the set's size (Bloom, 1970). It answers that a password is
/// certainly not in the set, or that it is probably in the set.
///
/// The file's format, with little-endian numbers:
///
/// | bytes | content |
/// |---|---|
/// | 0–7 | `LKBLOOM1` |
/// | 8–15 | m, the number of bits, a multiple of 64 |
/// | 16–19 | k, the number of bits of a password, 1 to 30 |
/// | 20–23 | zero |
/// | 24–31 | n, the number of passwords inserted, duplicates included |
/// | 32–63 | zero |
/// | 64– | the bits: bit i is bit i mod 8, from the least significant, of byte i div 8 |
///
/// A password is represented by its SHA-1, as in the lists of Have I Been Pwned. The number a is the first
/// eight bytes of the hash. The number b is the second eight bytes, with the lowest bit set. Bit i of a
/// password, from 0 to k − 1, is the upper half of the 128-bit product of m and (a + i · b) mod 2⁶⁴ (Kirsch
/// and Mitzenmacher, 2006).
public struct BloomFilter: Sendable {
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    case malformed(path: String, reason: String)

    public var description: String {
      switch self {
      case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
      case .malformed(let path, let reason):
        "\(path) is no filter that \"latchkey passwords build-filter\" has made: \(reason)"
      }
    }
  }

  static let magic = Array("LKBLOOM1".utf8)
  static let headerBytes = 64
  static let hashCounts = 1...30

  public let bitCount: UInt64
  public let hashCount: Int
  /// The number of passwords inserted.
  public let entryCount: UInt64
  private let file: MappedFile

  /// Opens a filter's file. The file is mapped, not read: parts that are never accessed take no memory.
  /// While the file is in use, another file of the same name may replace it, but the file itself must not
  /// be overwritten.
  public init(path: String) throws(Failure) {
    file = try MappedFile(path: path)
    let header = file.bytes(0..<min(Self.headerBytes, file.count))
    guard header.count == Self.headerBytes, header.starts(with: Self.magic) else {
      throw .malformed(path: path, reason: "it does not begin as filters do")
    }
    bitCount = Self.number(header[8..<16])
    hashCount = Int(Self.number(header[16..<20]))
    entryCount = Self.number(header[24..<32])
    guard bitCount > 0, bitCount.isMultiple(of: 64), Self.hashCounts.contains(hashCount) else {
      throw .malformed(path: path, reason: "its parameters are out of range")
    }
    guard UInt64(file.count - Self.headerBytes) == bitCount / 8 else {
      throw .malformed(path: path, reason: "its length is not the one that it states")
    }
  }

  /// The size of the file in bytes.
  public var byteCount: Int { file.count }

  /// The share of passwords that seem to be in the set but are not.
  public var falsePositiveRate: Double {
    let exponent = -Double(hashCount) * Double(entryCount) / Double(bitCount)
    return pow(1 - exp(exponent), Double(hashCount))
  }

  /// True for every inserted password, and for ``falsePositiveRate`` of all others.
  public func mayContain(_ password: String) -> Bool {
    mayContain(sha1: Array(Insecure.SHA1.hash(data: Data(password.utf8))))
  }

  func mayContain(sha1: [UInt8]) -> Bool {
    Self.bits(of: sha1, count: hashCount, among: bitCount).allSatisfy { bit in
      file.byte(Self.headerBytes + Int(bit / 8)) & 1 << UInt8(bit % 8) != 0
    }
  }

  /// - Parameter sha1: 20 bytes.
  static func bits(of sha1: [UInt8], count: Int, among bitCount: UInt64) -> [UInt64] {
    let start = number(sha1[0..<8])
    let step = number(sha1[8..<16]) | 1
    return (0..<UInt64(count)).map { (start &+ $0 &* step).multipliedFullWidth(by: bitCount).high }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
