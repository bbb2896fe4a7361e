import NIOCore
import NIOExtras

/// Closes a connection if its TLS handshake has not ended when the server stops. At that time, the HTTP handler that
/// usually closes connections does not exist yet.
final class HandshakeStopHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }
}
