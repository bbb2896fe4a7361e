import Console
import Hummingbird
import NIOCore

/// The data that accompanies a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection's other end.
  let connection: ConnectionPeer
  /// The client's address.
  var client: ClientAddress
  /// The request's id in logs; empty in a development server.
  var requestID = ""

  /// The canonical text of the peer's IP address; nil if it is not known.
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
