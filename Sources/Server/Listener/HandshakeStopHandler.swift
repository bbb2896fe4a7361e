import NIOCore
import NIOExtras

/// Closes a connection whose handshake has not ended when the server stops: what speaks HTTP on it, and would tell its
/// client to go, is not there yet.
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
