/// An address at which only programs on this machine can reach a server.
public enum LoopbackHost: String, Sendable, CaseIterable {
  case ipv4 = "127.0.0.1"
  case ipv6 = "::1"
  case name = "localhost"

  /// The host as written before a port. IPv6 addresses are written in brackets (RFC 3986 section 3.2.2).
  public var inAuthority: String { self == .ipv6 ? "[\(rawValue)]" : rawValue }
}
