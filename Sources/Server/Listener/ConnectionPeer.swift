import Identity
import NIOCore
import Settings

/// The other end of a connection, recorded when the connection was accepted.
///
/// A closed channel no longer knows its address. But requests that were read before are still processed, and they count
/// for their network.
final class ConnectionPeer: Sendable {
  @TaskLocal static var current: ConnectionPeer?

  /// The canonical text of the IP address. Nil if the address is not known.
  let address: String?
  /// The network that limits apply to.
  let network: ClientNetwork?

  init(_ channel: any Channel) {
    address = channel.remoteAddress?.ipAddress.map { AddressRange.canonical($0) ?? $0 }
    network = address.flatMap(ClientNetwork.init(address:))
  }
}
