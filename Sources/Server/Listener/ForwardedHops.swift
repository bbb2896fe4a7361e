import HTTPTypes
import Settings

/// What proxies wrote into a request on its way, each at the end of what it found.
struct ForwardedHops: Sendable {
  struct Hop: Sendable, Equatable {
    /// The canonical text of an IP address; nil for what is none.
    var client: String?
    var host: String?
    var scheme: String?
  }

  /// Proxies in a row that are looked at. What stands before them is the client's own invention.
  static let maximumHops = 16

  /// The one that was written last comes first.
  let fromTheLast: [Hop]

  init(_ headers: HTTPFields, _ header: ProxyConfiguration.Header) {
    switch header {
    case .xForwardedFor:
      let addresses = Self.elements(headers[values: .forwardedFor], ",")
      let last = Hop(
        client: nil, host: Self.elements(headers[values: .forwardedHost], ",").last,
        scheme: Self.elements(headers[values: .forwardedProto], ",").last?.lowercased())
      var hops = addresses.suffix(Self.maximumHops).reversed().map { Hop(client: Self.address($0)) }
      if hops.isEmpty { hops = [last] }
      hops[0].host = last.host
      hops[0].scheme = last.scheme
      fromTheLast = hops
    case .forwarded:
      fromTheLast = Self.elements(headers[values: .forwarded], ",").suffix(Self.maximumHops).reversed()
        .map(Self.hop)
    }
  }

  /// One element of `Forwarded` (RFC 7239 section 4): `for=192.0.2.60;proto=http;host="example.com"`.
  private static func hop(_ element: String) -> Hop {
    var hop = Hop()
    for pair in split(element, ";") {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      let name = pair[..<equals].lowercased()
      let value = unquoted(String(pair[pair.index(after: equals)...]))
      switch name {
      case "for": hop.client = address(value)
      case "host": hop.host = value
      case "proto": hop.scheme = value.lowercased()
      default: break
      }
    }
    return hop
  }

  /// An address alone, with a port, or in brackets with or without one.
  private static func address(_ text: String) -> String? {
    if text.hasPrefix("[") {
      return text.firstIndex(of: "]").flatMap {
        AddressRange.canonical(String(text[text.index(after: text.startIndex)..<$0]))
      }
    }
    if let address = AddressRange.canonical(text) { return address }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? AddressRange.canonical(String(parts[0])) : nil
  }

  private static func elements(_ values: [String], _ separator: Character) -> [String] {
    values.flatMap { split($0, separator) }
  }

  /// At separators outside of quotes, without blanks around.
  private static func split(_ text: String, _ separator: Character) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == separator, !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.map { $0.trimmingBlanks }.filter { !$0.isEmpty }
  }

  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingBlanks
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast()).replacing("\\", with: "")
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = Substring(self)
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}

extension HTTPField.Name {
  static let forwarded = HTTPField.Name("forwarded")!
  static let forwardedHost = HTTPField.Name("x-forwarded-host")!
  static let forwardedProto = HTTPField.Name("x-forwarded-proto")!
  static let requestID = HTTPField.Name("x-request-id")!
}
