import Console
import Hummingbird
import NIOCore

/// What travels with a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection's other end.
  let connection: ConnectionPeer
  /// From where the request came.
  var client: ClientAddress
  /// Tells the request from all others in logs; empty in a development server.
  var requestID = ""

  /// The canonical text of the IP address of the connection's other end; nil where nobody knows it.
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
