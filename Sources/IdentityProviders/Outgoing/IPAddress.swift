import Foundation

/// An IPv4 or IPv6 address, with a check for global reachability (``isPublic``).
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// The 4 or 16 bytes of the address, in network order.
  public let bytes: [UInt8]

  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads only the canonical textual forms: no octal, no hexadecimal, no missing parts, no zone.
  public init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: &four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: &six) { Array($0) }
    } else {
      return nil
    }
  }

  /// Returns the text by which hosts are compared: the canonical form of an address, and any other host as it is. An
  /// IPv4 address in IPv6 (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2) counts as the IPv4 address.
  ///
  /// - Parameter host: in lower case, without brackets.
  public static func comparable(_ host: String) -> String {
    guard !host.utf8.contains(0), let address = IPAddress(host) else { return host }
    guard address.bytes.count == 16, address.bytes.starts(with: mappedPrefix),
      let mapped = IPAddress(bytes: Array(address.bytes[12...]))
    else { return address.description }
    return mapped.description
  }

  private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  public var description: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "::" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// True if the address is globally reachable. False for special-purpose addresses (RFC 6890 and
  /// successors): loopback, private, link-local including metadata services, shared (CGNAT), multicast,
  /// documentation, benchmarking, and IPv6 forms that contain one of these IPv4 addresses.
  public var isPublic: Bool { bytes.count == 4 ? Self.isPublic(v4: bytes) : Self.isPublic(v6: bytes) }

  private static func isPublic(v4 bytes: [UInt8]) -> Bool {
    let address = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return !notPublicV4.contains { address >> (32 - $0.length) == $0.prefix >> (32 - $0.length) }
  }

  private static func isPublic(v6 bytes: [UInt8]) -> Bool {
    // NAT64 (RFC 6052): networks without IPv4 use these addresses to reach IPv4 hosts.
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return isPublic(v4: Array(bytes[12...]))
    }
    // All global addresses are in 2000::/3. The exceptions within it follow.
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    if bytes[0] == 0x20, bytes[1] == 0x01 {
      // 2001::/23 is for protocol assignments (Teredo, ORCHID …), 2001:db8::/32 for documentation.
      if bytes[2] & 0xFE == 0 || (bytes[2] == 0x0D && bytes[3] == 0xB8) { return false }
    }
    // 6to4 addresses contain an IPv4 address; 3fff::/20 is for documentation.
    if bytes[0] == 0x20, bytes[1] == 0x02 { return false }
    return !(bytes[0] == 0x3F && bytes[1] == 0xFF && bytes[2] & 0xF0 == 0)
  }

  private static let notPublicV4: [(prefix: UInt32, length: UInt32)] = [
    (0x0000_0000, 8),  // this network
    (0x0A00_0000, 8),  // private
    (0x6440_0000, 10),  // shared, CGNAT
    (0x7F00_0000, 8),  // loopback
    (0xA83F_8110, 32),  // 168.63.129.16, Azure's host
    (0xA9FE_0000, 16),  // link-local
    (0xAC10_0000, 12),  // private
    (0xC000_0000, 24),  // protocol assignments
    (0xC000_0200, 24),  // documentation
    (0xC058_6300, 24),  // 6to4 relays
    (0xC0A8_0000, 16),  // private
    (0xC612_0000, 15),  // benchmarking
    (0xC633_6400, 24),  // documentation
    (0xCB00_7100, 24),  // documentation
    (0xE000_0000, 4),  // multicast
    (0xF000_0000, 4),  // reserved, broadcast
  ]
}
