import Foundation

/// A URL that we are willing to fetch, rebuilt from its checked parts, so that the parser that checks and
/// the parser that connects cannot read different hosts in it.
struct OutgoingURL: Sendable, Equatable {
  static let maximumLength = 8192

  let text: String
  /// Lower case, without brackets.
  let host: String
  let isSecure: Bool
  /// Scheme, host and path: what may stand in logs and errors. Queries carry tokens.
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

  /// Whether the host is this machine or an address that is not public, without asking anybody. A name that
  /// ends in a number is some spelling of an IPv4 address (WHATWG URL section 3.5); but for the canonical one
  /// it is nobody's way to write a public address.
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
