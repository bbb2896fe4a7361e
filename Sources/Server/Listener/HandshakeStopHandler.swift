import NIOCore
import NIOExtras

/// Closes a connection whose TLS handshake has not ended when the server stops. The HTTP handler that would
/// end it properly does not exist yet.
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
