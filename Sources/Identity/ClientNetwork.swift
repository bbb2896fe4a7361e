/// The network by which clients are counted: an IPv4 address, or the first 64 bits of an IPv6 address. A subscriber has
/// all addresses that begin with those 64 bits (RFC 6177), and must not count as a new client with every request.
public struct ClientNetwork: Sendable, Hashable, CustomStringConvertible {
  /// `192.0.2.1`, or `2001:db8:0:1::/64`.
  public let description: String

  /// Creates the network of an address. Nil if the text is not an IP address.
  ///
  /// - Parameter address: an IP address as text. An IPv4 address in IPv6 (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2)
  ///   counts as the IPv4 address. A zone (`%eth0`) is ignored.
  public init?(address: String) {
    guard address.utf8.count <= 100 else { return nil }
    let text = address.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)[0]
    if let bytes = Self.fourBytes(text) {
      description = bytes.map(String.init).joined(separator: ".")
      return
    }
    guard let groups = Self.eightGroups(text) else { return nil }
    if groups[0..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
      description = [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255]
        .map(String.init).joined(separator: ".")
      return
    }
    description = groups[0..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
  }

  /// True for IPv4 loopback addresses, and for the network of `::1`, which contains no other host.
  public var isThisMachine: Bool { description.hasPrefix("127.") || description == "0:0:0:0::/64" }

  private static func fourBytes(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      // Leading zeros are refused: some programs read them as octal.
      guard part.utf8.allSatisfy(isDigit), part.utf8.count == 1 || part.first != "0", let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// RFC 4291 section 2.2.
  private static func eightGroups(_ text: some StringProtocol) -> [UInt16]? {
    let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    guard let head = groups(halves[0], mayEndInBytes: halves.count == 1) else { return nil }
    guard halves.count == 2 else { return head.count == 8 ? head : nil }
    guard let tail = groups(halves[1], mayEndInBytes: true), head.count + tail.count <= 7 else { return nil }
    return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  private static func groups(_ text: some StringProtocol, mayEndInBytes: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if mayEndInBytes, index == parts.count - 1, let bytes = fourBytes(part) {
        groups += [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
        continue
      }
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexadecimal),
        let group = UInt16(part, radix: 16)
      else { return nil }
      groups.append(group)
    }
    return groups.count <= 8 ? groups : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
