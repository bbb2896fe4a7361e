import Console
import Hummingbird
import NIOCore

/// What travels with a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?
  /// From where the request came.
  var client: ClientAddress
  /// Tells the request from all others in logs; empty in a development server.
  var requestID = ""

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
    client = ClientAddress(peer: remoteAddress?.ipAddress)
  }
}

extension ServerContext: ConsoleContext {
  var clientAddress: String? { client.address }
}
