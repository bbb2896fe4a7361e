import HTTPTypes
import NIOCore
import Settings

/// From where a request came: what limits count and what is written down of it.
public struct ClientAddress: Sendable, Hashable {
  /// The canonical text of the client's IP address; nil when nobody knows.
  public let address: String?
  /// The other end of the connection: the client itself, or the last proxy.
  public let peer: String?
  /// Whether the peer is one whose word counts. Its words on the request's id and host do, too.
  public let isFromTrustedProxy: Bool

  /// A client that is connected directly.
  public init(peer: String?) {
    address = peer
    self.peer = peer
    isFromTrustedProxy = false
  }

  /// Who asks, as far as trusted proxies say: the last of the addresses that no trusted proxy has. What a
  /// client claims of itself stands before that and is not looked at.
  ///
  /// - Parameter peer: the canonical text of its address.
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
      // A proxy that does not say who asked it: it is as far as anybody knows.
      guard let address = hop.client else { break }
      client = address
      guard isTrusted(address) else { break }
    }
    address = client
  }
}
