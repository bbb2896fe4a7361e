import Identity
import NIOCore
import Settings

/// The other end of a connection, as it was when the connection was accepted.
///
/// A channel forgets its address when it closes. Requests that were read before that are still answered, and what they
/// do counts for their network.
final class ConnectionPeer: Sendable {
  @TaskLocal static var current: ConnectionPeer?

  /// The canonical text of the IP address; nil where nobody knows it.
  let address: String?
  /// What it is counted as.
  let network: ClientNetwork?

  init(_ channel: any Channel) {
    address = channel.remoteAddress?.ipAddress.map { AddressRange.canonical($0) ?? $0 }
    network = address.flatMap(ClientNetwork.init(address:))
  }
}
