import Crypto
import Foundation

/// Builds a ``BloomFilter`` in memory. Building takes as much memory as the file's size.
public struct BloomFilterBuilder: Sendable {
  /// The maximum size of the bits in bytes.
  public static let maximumBytes: UInt64 = 16 << 30
  public static let falsePositiveRates = 0.000_001...0.1

  public let bitCount: UInt64
  public let hashCount: Int
  public private(set) var entryCount: UInt64 = 0
  private var bytes: [UInt8]

  /// Chooses the number of bits for n passwords at the rate p: m = −n · ln p / (ln 2)² bits in total, and k
  /// = m/n · ln 2 bits for each password.
  ///
  /// - Returns: nil if the filter would exceed ``maximumBytes``, or the rate is outside ``falsePositiveRates``.
  public init?(expecting count: UInt64, falsePositiveRate rate: Double) {
    guard Self.falsePositiveRates.contains(rate) else { return nil }
    let count = Double(max(count, 1))
    let wanted = -count * log(rate) / (log(2) * log(2))
    guard wanted < Double(Self.maximumBytes) * 8 else { return nil }
    bitCount = (UInt64(wanted.rounded(.up)) + 63) / 64 * 64
    hashCount = min(
      max(Int((Double(bitCount) / count * log(2)).rounded()), BloomFilter.hashCounts.lowerBound),
      BloomFilter.hashCounts.upperBound)
    bytes = [UInt8](repeating: 0, count: Int(bitCount / 8))
  }

  /// - Parameter line: a password, or its SHA-1 as 40 hexadecimal digits. A colon and any text may follow
  ///   the digits (`…:42`), as in the lists of Have I Been Pwned. An empty line is ignored.
  public mutating func insert(line: some Collection<UInt8>) {
    guard !line.isEmpty else { return }
    let sha1 = Self.hash(line) ?? Array(Insecure.SHA1.hash(data: Data(line)))
    for bit in BloomFilter.bits(of: sha1, count: hashCount, among: bitCount) {
      bytes[Int(bit / 8)] |= 1 << UInt8(bit % 8)
    }
    entryCount += 1
  }

  public mutating func insert(_ password: String) { insert(line: Array(password.utf8)) }

  /// The beginning of the file.
  public var header: [UInt8] {
    func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
    let fields =
      BloomFilter.magic + littleEndian(bitCount, 8) + littleEndian(UInt64(hashCount), 4)
      + littleEndian(0, 4) + littleEndian(entryCount, 8)
    return fields + [UInt8](repeating: 0, count: BloomFilter.headerBytes - fields.count)
  }

  /// The file's content after ``header``.
  public var body: [UInt8] { bytes }

  private static func hash(_ line: some Collection<UInt8>) -> [UInt8]? {
    guard line.count >= 40, line.count == 40 || line.dropFirst(40).first == UInt8(ascii: ":") else {
      return nil
    }
    var hash: [UInt8] = []
    var high: UInt8?
    for byte in line.prefix(40) {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      if let first = high {
        hash.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return hash
  }
}
