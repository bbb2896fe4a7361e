/// Makes the error correction codewords of one block of data (ISO/IEC 18004 section 7.5.2).
struct ReedSolomon {
  /// The generator polynomial's coefficients without the first, which is 1; from the highest power down.
  private let generator: [UInt8]

  /// - Parameter count: how many codewords to make for each block.
  init(count: Int) {
    var generator = [UInt8](repeating: 0, count: count)
    if count > 0 { generator[count - 1] = 1 }
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in generator.indices {
        generator[index] = GaloisField.product(generator[index], root)
        if index + 1 < count { generator[index] ^= generator[index + 1] }
      }
      root = GaloisField.product(root, 2)
    }
    self.generator = generator
  }

  func codewords(for data: [UInt8]) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in remainder.indices {
        remainder[index] ^= GaloisField.product(generator[index], factor)
      }
    }
    return remainder
  }
}
