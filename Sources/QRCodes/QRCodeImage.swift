/// A QR code as an SVG image of one path, its quiet zone with it.
public struct QRCodeImage: Sendable {
  /// Modules on a side.
  public let size: Int
  /// The dark modules.
  public let path: String

  public init(_ code: QRCode) {
    size = code.size + 2 * QRCode.quietZone
    var path = ""
    for row in 0..<code.size {
      for column in 0..<code.size where code.isDark(row, column) {
        path += "M\(column + QRCode.quietZone),\(row + QRCode.quietZone)h1v1h-1z"
      }
    }
    self.path = path
  }
}
