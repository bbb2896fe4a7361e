import CQREncode

/// A QR code (ISO/IEC 18004) of a text, with error correction of level M, for a phone to read off a screen.
public struct QRCode: Sendable, Equatable {
  /// Modules around the code that stay light (section 6.3.8).
  public static let quietZone = 4
  /// Bytes of UTF-8. A code of more hardly fits a screen.
  public static let longestText = 666

  /// Modules on a side.
  public let size: Int
  private let isDark: [Bool]

  /// - Returns: nil for a text that is empty, has a NUL in it, or is of more than ``longestText`` bytes.
  public init?(_ text: String) {
    guard (1...Self.longestText).contains(text.utf8.count), !text.utf8.contains(0),
      let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
    else {
      return nil
    }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    // The lowest bit of a symbol is its colour.
    isDark = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark. What lies outside, the quiet zone, is light.
  public func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && isDark[row * size + column]
  }
}
