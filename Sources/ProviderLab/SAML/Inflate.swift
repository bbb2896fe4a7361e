import CDeflate

/// Reads raw DEFLATE (RFC 1951), as the HTTP-Redirect binding of SAML has it.
package enum Inflate {
  /// Nil for bytes that are no such stream, and for one that is longer than `maximum` bytes.
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
