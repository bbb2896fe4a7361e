/// The proxies that may report a client's address.
public struct ProxyConfiguration: Sendable {
  public enum Header: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// The header `Forwarded` (RFC 7239).
    case forwarded
  }

  /// The proxies whose report of the client's address is trusted; empty for none.
  public var trusted: [AddressRange]
  public var header: Header

  public init(trusted: [AddressRange] = [], header: Header = .xForwardedFor) {
    self.trusted = trusted
    self.header = header
  }
}

enum ProxySettings {
  static let trusted = Setting(
    "proxy.trusted", .list("addresses or networks, such as 10.0.0.0/8"),
    "The proxies in front of the server. The server reads the client's address from their header.")
  static let header = Setting(
    "proxy.header", .choice(ProxyConfiguration.Header.allCases.map(\.rawValue)), default: "x-forwarded-for",
    "The proxies' header with the client's address.")

  static let all = [trusted, header]

  static func read(_ reader: SettingsReader) -> ProxyConfiguration {
    let ranges = reader.list(trusted).compactMap { text -> AddressRange? in
      guard let range = AddressRange(text) else {
        reader.problem(
          trusted, "\"\(text.prefix(60))\" is neither an address nor a network.",
          fix: "Write 10.1.2.3, 10.0.0.0/8 or 2001:db8::/32. The bits after a network's prefix must be 0.")
        return nil
      }
      if range.length == 0 {
        reader.problem(
          trusted, "\(range) covers every client. Any client could then claim any address.",
          fix: "Name only the addresses of the proxies.")
      }
      return range
    }
    let chosen = reader.choice(header, ProxyConfiguration.Header.self) ?? .xForwardedFor
    if ranges.isEmpty, reader.isSet(header) {
      reader.problem(
        header, "No proxy is trusted, so the header is never read.",
        fix: "Name the proxies in \(trusted.key), or remove \(header.key).")
    }
    return ProxyConfiguration(trusted: ranges, header: chosen)
  }
}
