import Identity
import NIOCore
import Settings

/// The other end of a connection, recorded when the connection was accepted.
///
/// A channel forgets its address when it closes. Requests that were read earlier are still answered, and they
/// count for their network.
final class ConnectionPeer: Sendable {
  @TaskLocal static var current: ConnectionPeer?

  /// The canonical text of the IP address; nil if it is not known.
  let address: String?
  /// The network that limits count.
  let network: ClientNetwork?

  init(_ channel: any Channel) {
    address = channel.remoteAddress?.ipAddress.map { AddressRange.canonical($0) ?? $0 }
    network = address.flatMap(ClientNetwork.init(address:))
  }
}
