/// The modules of a QR code, dark or light, and which of them are patterns that no mask changes
/// (ISO/IEC 18004 section 6.3).
struct QRMatrix {
  let size: Int
  private(set) var isDark: [Bool]
  private(set) var isFunction: [Bool]

  private let version: QRVersion

  /// The patterns of the version. All else is light, also what ``finish(_:)`` writes.
  init(_ version: QRVersion) {
    self.version = version
    size = version.size
    isDark = Array(repeating: false, count: size * size)
    isFunction = isDark
    drawTiming()
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
    drawAlignment(version.alignmentCenters)
    writeFormat(0, darkModule: false)
    writeVersion(0)
  }

  /// Writes which mask was applied, and the version. Masks are judged without.
  mutating func finish(_ mask: QRMask) {
    writeFormat(Self.format(mask), darkModule: true)
    writeVersion(version.number << 12 | Self.remainder(of: version.number << 12, by: 0b1_1111_0010_0101))
  }

  subscript(row: Int, column: Int) -> Bool { isDark[row * size + column] }

  private mutating func setFunction(_ row: Int, _ column: Int, _ value: Bool) {
    isDark[row * size + column] = value
    isFunction[row * size + column] = true
  }

  // MARK: Patterns

  private mutating func drawTiming() {
    for index in 0..<size {
      setFunction(6, index, index % 2 == 0)
      setFunction(index, 6, index % 2 == 0)
    }
  }

  /// With its separator, which is light.
  private mutating func drawFinder(_ centerRow: Int, _ centerColumn: Int) {
    for row in centerRow - 4...centerRow + 4 {
      for column in centerColumn - 4...centerColumn + 4 {
        guard (0..<size).contains(row), (0..<size).contains(column) else { continue }
        let distance = max(abs(row - centerRow), abs(column - centerColumn))
        setFunction(row, column, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ centers: [Int]) {
    for centerRow in centers {
      for centerColumn in centers {
        let (isTop, isLeft) = (centerRow == centers.first, centerColumn == centers.first)
        let (isBottom, isRight) = (centerRow == centers.last, centerColumn == centers.last)
        if isTop && isLeft || isTop && isRight || isBottom && isLeft { continue }
        for row in -2...2 {
          for column in -2...2 {
            setFunction(centerRow + row, centerColumn + column, max(abs(row), abs(column)) != 1)
          }
        }
      }
    }
  }

  // MARK: Format and version

  /// Twice (ISO/IEC 18004 section 7.9).
  private mutating func writeFormat(_ bits: Int, darkModule: Bool) {
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { setFunction(index, 8, bit(index)) }
    setFunction(7, 8, bit(6))
    setFunction(8, 8, bit(7))
    setFunction(8, 7, bit(8))
    for index in 9..<15 { setFunction(8, 14 - index, bit(index)) }
    for index in 0..<8 { setFunction(8, size - 1 - index, bit(index)) }
    for index in 8..<15 { setFunction(size - 15 + index, 8, bit(index)) }
    setFunction(size - 8, 8, darkModule)
  }

  /// Error correction level M and the mask.
  private static func format(_ mask: QRMask) -> Int {
    let levelM = 0b00
    let data = (levelM << 3 | mask.number) << 10
    return (data | remainder(of: data, by: 0b101_0011_0111)) ^ 0b101_0100_0001_0010
  }

  /// Twice; small codes do not say their version (ISO/IEC 18004 section 7.10).
  private mutating func writeVersion(_ bits: Int) {
    guard version.number >= 7 else { return }
    for index in 0..<18 {
      let (row, column) = (index / 3, size - 11 + index % 3)
      setFunction(row, column, bits >> index & 1 == 1)
      setFunction(column, row, bits >> index & 1 == 1)
    }
  }

  /// Of polynomials over two elements.
  private static func remainder(of dividend: Int, by divisor: Int) -> Int {
    let degree = Int.bitWidth - divisor.leadingZeroBitCount
    var rest = dividend
    while Int.bitWidth - rest.leadingZeroBitCount >= degree {
      rest ^= divisor << (Int.bitWidth - rest.leadingZeroBitCount - degree)
    }
    return rest
  }

  // MARK: Data

  /// Two columns at a time, from the right, upwards and downwards in turn (ISO/IEC 18004 section 7.7.3).
  mutating func place(_ codewords: [UInt8]) {
    var index = 0
    var goesUp = true
    var right = size - 1
    while right > 0 {
      if right == 6 { right -= 1 }
      for step in 0..<size {
        let row = goesUp ? size - 1 - step : step
        for column in [right, right - 1] where !isFunction[row * size + column] {
          // What is left over in the end stays light.
          guard index < codewords.count * 8 else { continue }
          isDark[row * size + column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
      goesUp.toggle()
      right -= 2
    }
  }

  mutating func apply(_ mask: QRMask) {
    for row in 0..<size {
      for column in 0..<size where !isFunction[row * size + column] && mask.inverts(row, column) {
        isDark[row * size + column].toggle()
      }
    }
  }
}
