import Console
import Hummingbird
import NIOCore

/// What travels with a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The canonical text of the IP address of the connection's other end; nil where nobody knows it.
  let peer: String?
  /// From where the request came.
  var client: ClientAddress
  /// Tells the request from all others in logs; empty in a development server.
  var requestID = ""

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    peer = (ConnectionPeer.current ?? ConnectionPeer(source.channel)).address
    client = ClientAddress(peer: peer)
  }
}

extension ServerContext: ConsoleContext {
  var clientAddress: String? { client.address }
}
