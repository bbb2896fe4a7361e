import Foundation

/// The addresses of a network: `10.0.0.0/8`, `2001:db8::/32`, or one address alone (RFC 4632, RFC 4291).
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
  /// Four or sixteen bytes in network order. The bits after the prefix are zero.
  public let prefix: [UInt8]
  /// The length of the prefix in bits.
  public let length: Int

  /// - Returns: nil unless the text is an address in its canonical form, with or without a length. Bits that
  ///   are set after the prefix are treated as a mistake.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let bytes = Self.bytes(of: first) else {
      return nil
    }
    var length = bytes.count * 8
    if parts.count == 2 {
      guard let given = Int(parts[1]), (0...length).contains(given), String(given) == parts[1] else {
        return nil
      }
      length = given
    }
    guard Self.masked(bytes, length) == bytes else { return nil }
    prefix = bytes
    self.length = length
  }

  /// True if the range contains the address. An IPv4 address in IPv6 form (`::ffff:10.0.0.1`) counts as the
  /// IPv4 address. A zone (`fe80::1%eth0`, RFC 4007) is ignored, because it has a meaning only on
  /// this machine.
  public func contains(_ address: String) -> Bool {
    let withoutZone = address.prefix { $0 != "%" }
    guard let bytes = Self.bytes(of: withoutZone), bytes.count == prefix.count else { return false }
    return Self.masked(bytes, length) == prefix
  }

  public var description: String {
    let address = Self.text(of: prefix)
    return length == prefix.count * 8 ? address : "\(address)/\(length)"
  }

  /// The canonical text of an address; nil for any other text, including an address with a zone.
  public static func canonical(_ address: String) -> String? { bytes(of: address).map(text) }

  private static func masked(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
    bytes.enumerated().map { index, byte in
      let kept = min(8, max(0, length - index * 8))
      return byte & UInt8(truncatingIfNeeded: 0xFF00 >> kept)
    }
  }

  private static func bytes(of text: some StringProtocol) -> [UInt8]? {
    var four = in_addr()
    var six = in6_addr()
    let address = String(text)
    // The system's function would ignore everything after a zero byte.
    guard !address.utf8.contains(0) else { return nil }
    if inet_pton(AF_INET, address, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
  }

  private static func text(of bytes: [UInt8]) -> String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "::" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
