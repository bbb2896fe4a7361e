import Foundation
import IdentityWire

/// A URL that may be fetched. It is rebuilt from its checked parts, so that the checking parser and the
/// connecting parser cannot see different hosts in it.
struct OutgoingURL: Sendable, Equatable {
  static let maximumLength = 8192

  let text: String
  /// The host in lower case, without brackets.
  let host: String
  let isSecure: Bool
  /// Scheme, host and path, for logs and errors. The query is left out, because it may contain tokens.
  let displayText: String

  init(_ raw: String) throws(OutgoingHTTP.Failure) {
    guard raw.utf8.count <= Self.maximumLength,
      raw.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let parts = URLComponents(string: raw), let scheme = parts.scheme?.lowercased(),
      scheme == "https" || scheme == "http", let rawHost = parts.encodedHost?.lowercased(),
      parts.user == nil, parts.password == nil
    else { throw .invalidURL }
    let bare =
      rawHost.hasPrefix("[") && rawHost.hasSuffix("]") ? String(rawHost.dropFirst().dropLast()) : rawHost
    let isIPv6 = bare.contains(":")
    guard !bare.isEmpty, bare.utf8.count <= 253, isIPv6 ? IPAddress(bare) != nil : Self.isHostName(bare),
      !Self.authority(of: raw).contains("@"), Self.authority(of: raw).hasPrefix("[") == isIPv6
    else { throw .invalidURL }
    let authority = (isIPv6 ? "[\(bare)]" : bare) + (parts.port.map { ":\($0)" } ?? "")
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    host = bare
    isSecure = scheme == "https"
    displayText = "\(scheme)://\(authority)\(path)"
    text = displayText + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
  }

  /// True if the URL has this host, in whatever form an address is written.
  ///
  /// - Parameter other: in lower case, without brackets.
  func isAt(_ other: String) -> Bool {
    IPAddress.comparable(host).hasSameBytes(as: IPAddress.comparable(other))
  }

  /// True if the host is this machine or a private address. The host name is not resolved. A name that ends
  /// in a number is a form of an IPv4 address (WHATWG URL section 3.5). Every form except the canonical one
  /// counts as private, because public addresses are not written that way.
  var isPrivateByName: Bool {
    if let address = IPAddress(host) { return !address.isPublic }
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if let address = IPAddress(name) { return !address.isPublic }
    guard let last = name.split(separator: ".").last else { return true }
    return last == "localhost"
      || last.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      || last.hasPrefix("0x") && UInt64(last.dropFirst(2), radix: 16) != nil || last == "0x"
  }

  private static func isHostName(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
  }

  private static func authority(of raw: String) -> Substring {
    guard let start = raw.range(of: "://")?.upperBound else { return "" }
    return raw[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }
}
