import Console
import Hummingbird
import NIOCore

/// The data that belongs to a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The other end of the connection.
  let connection: ConnectionPeer
  /// The client's address.
  var client: ClientAddress
  /// The request's id in logs; empty in a development server.
  var requestID = ""

  /// The canonical text of the peer's IP address. Nil if the address is not known.
  var peer: String? { connection.address }

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    connection = ConnectionPeer.current ?? ConnectionPeer(source.channel)
    client = ClientAddress(peer: connection.address)
  }
}

extension ServerContext: ConsoleContext {
  var clientAddress: String? { client.address }
}
