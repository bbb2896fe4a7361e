import HTTPTypes
import NIOCore
import Settings

/// The client's address, for limits and records.
public struct ClientAddress: Sendable, Hashable {
  /// The canonical text of the client's IP address. Nil if the address is not known.
  public let address: String?
  /// The other end of the connection: the client itself, or the last proxy.
  public let peer: String?
  /// True if the peer is a trusted proxy. The server then also uses its headers for the request's id and host.
  public let isFromTrustedProxy: Bool

  /// The address of a client without a proxy.
  public init(peer: String?) {
    address = peer
    self.peer = peer
    isFromTrustedProxy = false
  }

  /// The client's address as trusted proxies report it: the last address that does not belong to a trusted proxy. The
  /// addresses before it come from the client and are ignored.
  ///
  /// - Parameter peer: the canonical text of the peer's address.
  public init(peer: String?, headers: HTTPFields, trusting proxy: ProxyConfiguration) {
    func isTrusted(_ address: String) -> Bool { proxy.trusted.contains { $0.contains(address) } }
    self.peer = peer
    guard let peer, isTrusted(peer) else {
      address = peer
      isFromTrustedProxy = false
      return
    }
    isFromTrustedProxy = true
    var client = peer
    for hop in ForwardedHops(headers, proxy.header).fromTheLast {
      // If a proxy does not name its client, the proxy counts as the client.
      guard let address = hop.client else { break }
      client = address
      guard isTrusted(address) else { break }
    }
    address = client
  }
}
