/// A size of QR codes, with error correction level M: what becomes unreadable may be 15 % of it.
///
/// Versions 1 to 20 are known, which have room for 14 to 666 bytes; larger ones fit into few terminals.
struct QRVersion {
  static let numbers = 1...20

  let number: Int

  /// The smallest in which so many bytes have room; nil when there is none.
  init?(forBytes count: Int) {
    guard let number = Self.numbers.first(where: { QRVersion(number: $0).maximumBytes >= count }) else {
      return nil
    }
    self.number = number
  }

  private init(number: Int) { self.number = number }

  /// Modules on each side.
  var size: Int { 17 + 4 * number }

  /// Bits of the number that says how many bytes follow (ISO/IEC 18004 table 3).
  var countBits: Int { number < 10 ? 8 : 16 }

  /// The largest text, in bytes.
  var maximumBytes: Int { (dataCodewords * 8 - 4 - countBits) / 8 }

  var dataCodewords: Int { codewords - blocks * correctionCodewordsPerBlock }

  /// Data and error correction: whatever room the patterns leave (ISO/IEC 18004 table 1).
  var codewords: Int {
    let alignment = alignmentCenters.count
    var modules = size * size
    modules -= 3 * 64  // Finders and their separators.
    modules -= 2 * (size - 16)  // Timing.
    modules -= 31  // Format, and the dark module.
    if alignment > 0 {
      modules -= 25 * (alignment * alignment - 3)
      modules += 10 * (alignment - 2)  // Those on the timing pattern share five modules with it.
    }
    if number >= 7 { modules -= 36 }  // Version.
    return modules / 8
  }

  /// The coordinates, on both axes, of the centres of alignment patterns (ISO/IEC 18004 annex E).
  var alignmentCenters: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// ISO/IEC 18004 table 9, for level M.
  var correctionCodewordsPerBlock: Int {
    [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26][number - 1]
  }

  /// ISO/IEC 18004 table 9, for level M.
  var blocks: Int { [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16][number - 1] }
}
