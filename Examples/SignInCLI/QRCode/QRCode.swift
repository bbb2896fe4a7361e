/// A text as a QR code (ISO/IEC 18004) with error correction level M.
struct QRCode {
  private let matrix: QRMatrix

  /// Nil for a text that is too long: more than 666 bytes of UTF-8.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion(forBytes: bytes.count) else { return nil }
    var plain = QRMatrix(version)
    plain.place(QRCodewords.make(of: bytes, version))
    let masked = QRMask.all.map { mask in
      var matrix = plain
      matrix.apply(mask)
      return (mask: mask, matrix: matrix, score: QRPenalty.score(matrix))
    }
    guard var best = masked.min(by: { $0.score < $1.score }) else { return nil }
    best.matrix.finish(best.mask)
    matrix = best.matrix
  }

  /// Modules on each side.
  var size: Int { matrix.size }

  /// Whether a module is dark. What lies outside, the quiet zone, is light.
  func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && matrix[row, column]
  }
}
