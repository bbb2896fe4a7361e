/// What is written into a QR code: a text with its error correction, in the order in which it is placed.
enum QRCodewords {
  /// - Parameter bytes: not more than have room in the version.
  static func make(of bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
    interleave(data(of: bytes, version), version)
  }

  /// The text in byte mode, filled up (ISO/IEC 18004 sections 7.4.5, 7.4.9 and 7.4.10).
  private static func data(of bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, version.countBits)
    for byte in bytes { append(Int(byte), 8) }
    let capacity = version.dataCodewords * 8
    append(0, min(4, capacity - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var padding = 0xEC
    while bits.count < capacity {
      append(padding, 8)
      padding ^= 0xEC ^ 0x11
    }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// Blocks with their error correction, a codeword of each in turn (ISO/IEC 18004 section 7.6).
  private static func interleave(_ data: [UInt8], _ version: QRVersion) -> [UInt8] {
    let code = ReedSolomon(count: version.correctionCodewordsPerBlock)
    let (length, rest) = data.count.quotientAndRemainder(dividingBy: version.blocks)
    var blocks: [[UInt8]] = []
    var start = 0
    for index in 0..<version.blocks {
      // The last blocks are those that are longer by one.
      let end = start + length + (index < version.blocks - rest ? 0 : 1)
      blocks.append(Array(data[start..<end]))
      start = end
    }
    let corrections = blocks.map(code.codewords)
    let longest = rest > 0 ? length + 1 : length
    return (0..<longest).flatMap { index in blocks.filter { index < $0.count }.map { $0[index] } }
      + (0..<version.correctionCodewordsPerBlock).flatMap { index in corrections.map { $0[index] } }
  }
}
