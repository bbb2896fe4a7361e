import CDeflate

/// Raw DEFLATE (RFC 1951). Messages are only compressed here, never inflated.
enum Deflate {
  /// Nil if memory cannot be allocated.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    // This capacity is above zlib's upper bound for any input (`deflateBound` in zlib.h).
    let capacity = bytes.count + bytes.count / 8 + 64
    let compressed = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      count = latchkey_deflate(bytes, bytes.count, output.baseAddress, capacity)
    }
    return compressed.isEmpty ? nil : compressed
  }
}
