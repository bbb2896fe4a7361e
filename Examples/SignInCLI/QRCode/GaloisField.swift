/// The arithmetic of a QR code's error correction: bytes as polynomials over two elements, modulo
/// x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004 section 7.5.2).
enum GaloisField {
  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var (product, left, right) = (UInt8(0), left, right)
    while right != 0 {
      if right & 1 != 0 { product ^= left }
      let overflows = left & 0x80 != 0
      left <<= 1
      if overflows { left ^= 0x1D }
      right >>= 1
    }
    return product
  }
}
