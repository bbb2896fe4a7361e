/// What a client of HTTP/2 sends (RFC 9113), for connections that are to do what no good client does.
enum HTTP2Bytes {
  /// The preface, and settings of which all are left as they are.
  static let beginning =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, flags: 0, stream: 0, [])

  /// `GET https://x/`, whole. The names are those of RFC 7541 appendix A.
  static func request(_ stream: UInt32) -> [UInt8] {
    let (endOfStream, endOfHeaders): (UInt8, UInt8) = (0x1, 0x4)
    return frame(
      type: 1, flags: endOfStream | endOfHeaders, stream: stream, [0x82, 0x87, 0x84, 0x41, 1] + "x".utf8)
  }

  /// `POST https://x` and a path of at most 126 bytes, without the body.
  static func beginningOfPost(_ stream: UInt32, _ path: String) -> [UInt8] {
    frame(
      type: 1, flags: 0x4, stream: stream,
      [0x83, 0x87, 0x41, 1] + "x".utf8 + [0x44, UInt8(path.utf8.count)] + path.utf8)
  }

  /// The end of a body.
  static func end(_ stream: UInt32, _ text: String) -> [UInt8] {
    frame(type: 0, flags: 0x1, stream: stream, Array(text.utf8))
  }

  private static func frame(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(payload.count), type, flags]
      + stride(from: 24, through: 0, by: -8).map { UInt8(stream >> $0 & 0xFF) } + payload
  }
}
