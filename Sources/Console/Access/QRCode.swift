/// A QR code (ISO/IEC 18004) of a text, with error correction of level M, for a phone to read off the screen.
struct QRCode: Sendable, Equatable {
  /// How a version's codewords are laid out at level M.
  private struct Layout {
    let version: Int
    let correction: Int
    /// Data codewords of each block.
    let blocks: [Int]
    let alignment: [Int]

    var capacity: Int { blocks.reduce(0, +) }
    var size: Int { 17 + 4 * version }
  }

  private static let layouts: [Layout] = [
    .init(version: 1, correction: 10, blocks: [16], alignment: []),
    .init(version: 2, correction: 16, blocks: [28], alignment: [6, 18]),
    .init(version: 3, correction: 26, blocks: [44], alignment: [6, 22]),
    .init(version: 4, correction: 18, blocks: [32, 32], alignment: [6, 26]),
    .init(version: 5, correction: 24, blocks: [43, 43], alignment: [6, 30]),
    .init(version: 6, correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34]),
    .init(version: 7, correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38]),
    .init(version: 8, correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42]),
    .init(version: 9, correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
    .init(version: 10, correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
  ]

  /// Modules on a side.
  let size: Int
  /// Row by row: true is dark.
  private(set) var modules: [[Bool]]
  /// Where the data does not go.
  private var isFixed: [[Bool]]

  /// - Returns: nil for a text of more than 213 bytes.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let layout = Self.layouts.first(where: { Self.headerBits($0) + bytes.count * 8 <= $0.capacity * 8 })
    else {
      return nil
    }
    size = layout.size
    modules = Array(repeating: Array(repeating: false, count: size), count: size)
    isFixed = modules
    drawPatterns(layout)
    draw(Self.interleaved(Self.codewords(bytes, layout), layout))
    chooseMask()
  }

  private static func headerBits(_ layout: Layout) -> Int { layout.version < 10 ? 12 : 20 }

  // MARK: Codewords

  /// Mode, length, bytes, end, padding.
  private static func codewords(_ bytes: [UInt8], _ layout: Layout) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, headerBits(layout) - 4)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, layout.capacity * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var words = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while words.count < layout.capacity {
      words.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return words
  }

  /// The blocks' words in turns, then those that correct them.
  private static func interleaved(_ words: [UInt8], _ layout: Layout) -> [UInt8] {
    var rest = words[...]
    var blocks: [[UInt8]] = []
    for length in layout.blocks {
      blocks.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    let corrections = blocks.map { ReedSolomon.remainder(of: $0, count: layout.correction) }
    func inTurns(_ lists: [[UInt8]]) -> [UInt8] {
      (0..<(lists.map(\.count).max() ?? 0)).flatMap { index in
        lists.compactMap { index < $0.count ? $0[index] : nil }
      }
    }
    return inTurns(blocks) + inTurns(corrections)
  }

  // MARK: Patterns

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    modules[row][column] = isDark
    isFixed[row][column] = true
  }

  private mutating func drawPatterns(_ layout: Layout) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      for down in -4...4 {
        for right in -4...4 where (0..<size).contains(row + down) && (0..<size).contains(column + right) {
          let distance = max(abs(down), abs(right))
          set(row + down, column + right, distance != 2 && distance != 4)
        }
      }
    }
    let last = layout.alignment.last ?? 0
    for row in layout.alignment {
      for column in layout.alignment
      where ![(6, 6), (6, last), (last, 6)].contains(where: { $0 == (row, column) }) {
        for down in -2...2 {
          for right in -2...2 { set(row + down, column + right, max(abs(down), abs(right)) != 1) }
        }
      }
    }
    drawFormat(mask: 0)
    if layout.version >= 7 { drawVersion(layout.version) }
  }

  /// The level and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    var remainder = mask
    for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
    let bits = (mask << 10 | remainder) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(index, 8, bit(index)) }
    set(7, 8, bit(6))
    set(8, 8, bit(7))
    set(8, 7, bit(8))
    for index in 9..<15 { set(8, 14 - index, bit(index)) }
    for index in 0..<8 { set(8, size - 1 - index, bit(index)) }
    for index in 8..<15 { set(size - 15 + index, 8, bit(index)) }
    set(size - 8, 8, true)
  }

  private mutating func drawVersion(_ version: Int) {
    var remainder = version
    for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
    let bits = version << 12 | remainder
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      set(size - 11 + index % 3, index / 3, isDark)
      set(index / 3, size - 11 + index % 3, isDark)
    }
  }

  // MARK: Data

  /// Upwards and downwards by turns, two columns at a time, from the right.
  private mutating func draw(_ words: [UInt8]) {
    var index = 0
    for right in stride(from: size - 1, through: 1, by: -2) {
      let right = right <= 6 ? right - 1 : right
      for step in 0..<size {
        let row = (right + 1) & 2 == 0 ? size - 1 - step : step
        for column in [right, right - 1] where !isFixed[row][column] && index < words.count * 8 {
          modules[row][column] = words[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  /// The mask whose code is easiest to read.
  private mutating func chooseMask() {
    let candidates = (0..<8).map { mask in
      var code = self
      code.apply(mask)
      code.drawFormat(mask: mask)
      return code
    }
    if let best = candidates.min(by: { $0.penalty < $1.penalty }) { self = best }
  }

  private mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFixed[row][column] && Self.inverts(mask, row, column) {
        modules[row][column].toggle()
      }
    }
  }

  private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  /// What makes a code hard to read: long runs, blocks, what looks like a corner, too much of one colour.
  private var penalty: Int {
    let columns = (0..<size).map { column in modules.map { $0[column] } }
    var penalty = (modules + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let first = modules[row][column]
        if modules[row][column + 1] == first, modules[row + 1][column] == first,
          modules[row + 1][column + 1] == first
        {
          penalty += 3
        }
      }
    }
    let dark = modules.reduce(0) { $0 + $1.count { $0 } }
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }

  private static let cornerLike: [[Bool]] = [
    [true, false, true, true, true, false, true, false, false, false, false],
    [false, false, false, false, true, false, true, true, true, false, true],
  ]

  private static func penalty(ofLine line: [Bool]) -> Int {
    var penalty = 0
    var run = 0
    for index in line.indices {
      run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
      if index + 11 <= line.count, cornerLike.contains(Array(line[index..<index + 11])) { penalty += 40 }
    }
    return penalty
  }
}

extension QRCode {
  /// Modules around the code that stay light.
  static let margin = 4

  /// The dark modules as the path of an SVG image whose sides are ``size`` and twice ``margin`` long.
  var path: String {
    var path = ""
    for (row, line) in modules.enumerated() {
      for (column, isDark) in line.enumerated() where isDark {
        path += "M\(column + Self.margin),\(row + Self.margin)h1v1h-1z"
      }
    }
    return path
  }
}
