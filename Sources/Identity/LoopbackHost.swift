/// An address at which programs of this machine alone reach a server.
public enum LoopbackHost: String, Sendable, CaseIterable {
  case ipv4 = "127.0.0.1"
  case ipv6 = "::1"
  case name = "localhost"

  /// As it stands before a port: RFC 3986 section 3.2.2 puts IPv6 in brackets.
  public var inAuthority: String { self == .ipv6 ? "[\(rawValue)]" : rawValue }
}
