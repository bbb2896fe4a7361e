import CDeflate

/// Decompresses raw DEFLATE (RFC 1951), for SAML's HTTP-Redirect binding.
package enum Inflate {
  /// Decompresses bytes; nil if they are invalid or the result is longer than `maximum` bytes.
  package static func bytes(of compressed: [UInt8], maximum: Int) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = compressed
    var output = [UInt8](repeating: 0, count: maximum)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    return status == Z_STREAM_END ? Array(output.prefix(Int(stream.total_out))) : nil
  }
}
