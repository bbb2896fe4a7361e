import HTTPTypes
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOTLS
import Settings

/// Sets up a connection: counts it, adds TLS if there is a certificate, and adds HTTP/1.1 or (by ALPN) HTTP/2 with
/// limits on sizes and times. The connection uses the certificate that is current when it is accepted.
struct ListenerChannel: ServerChildChannel {
  enum Refusal: Error {
    case tooManyConnections
    /// The client has already closed the connection.
    case unknownPeer
  }

  enum Connection: Sendable {
    case http1(HTTP1Channel.Value)
    case http2(HTTP2Channel.Value)
  }

  struct Value: ServerChildChannelValue {
    let connection: EventLoopFuture<Connection>
    let channel: any Channel
  }

  private let listen: ListenConfiguration
  private let limiter: ConnectionLimiter
  private let certificates: CertificateStore?
  private let http1: HTTP1Channel
  private let http2: HTTP2Channel

  init(
    _ listen: ListenConfiguration, limiter: ConnectionLimiter, certificates: CertificateStore?,
    responder: @escaping HTTPChannelHandler.Responder
  ) {
    self.listen = listen
    self.limiter = limiter
    self.certificates = certificates
    let (limits, timeouts) = (listen.limits, listen.timeouts)
    http1 = HTTP1Channel(
      responder: responder,
      configuration: .init(
        additionalChannelHandlers: [RequestGuard(timeouts)],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
          maxHeaderFieldCount: limits.headerCount)))
    http2 = HTTP2Channel(
      responder: responder,
      configuration: .init(
        idleTimeout: timeouts.idle, gracefulCloseTimeout: timeouts.shutdown,
        streamConfiguration: .init(additionalChannelHandlers: [
          // NIO's own decoder refuses headers of more than 16 KiB, but does not limit their number.
          RequestGuard(
            timeouts, isStream: true,
            headers: .init(bytes: limits.headerBytes, count: limits.headerCount), streams: limiter)
        ])))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    guard let address = channel.remoteAddress?.ipAddress else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(Refusal.unknownPeer)
    }
    guard limiter.enter(address) else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(Refusal.tooManyConnections)
    }
    channel.closeFuture.whenComplete { [limiter] _ in limiter.leave(address) }
    guard let certificates else {
      return setUpHTTP1(channel, logger).map { connection in
        Value(connection: channel.eventLoop.makeSucceededFuture(connection), channel: channel)
      }
    }
    do {
      return channel.eventLoop.makeSucceededFuture(
        Value(connection: try negotiate(channel, certificates.context, logger), channel: channel))
    } catch {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(error)
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopTaskExecutor(value.channel.eventLoop)) {
      await serve(value, logger)
    }
  }

  private func serve(_ value: Value, _ logger: Logger) async {
    guard let connection = try? await value.connection.get() else { return }
    switch connection {
    case .http1(let channel): await http1.handle(value: channel, logger: logger)
    case .http2(let channel): await serve(channel, logger)
    }
  }

  /// Serves a connection. If a stream arrives after the handling was cancelled, the stream is dropped, which crashes
  /// the process as a dropped connection does (``DroppableChannel``). So the connection is closed first.
  private func serve(_ value: HTTP2Channel.Value, _ logger: Logger) async {
    let handling = Task(executorPreference: EventLoopTaskExecutor(value.channel.eventLoop)) {
      await http2.handle(value: value, logger: logger)
    }
    await withTaskCancellationHandler {
      await handling.value
    } onCancel: {
      value.channel.close(promise: nil)
      value.channel.closeFuture.whenComplete { _ in handling.cancel() }
    }
  }

  /// Performs the TLS handshake, and returns the negotiated protocol.
  private func negotiate(
    _ channel: any Channel, _ context: NIOSSLContext, _ logger: Logger
  ) throws -> EventLoopFuture<Connection> {
    // Reads a client's last bytes and the end of its connection separately. If one read returns both, TLS may deliver
    // the bytes after the connection has ended. If a handler then closes the connection, an assertion fails in debug
    // builds of SwiftNIO 2.101 (`BaseSocketChannel.unregisterForReadable`).
    try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(NIOSSLServerHandler(context: context))
    let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Connection> { result in
      switch result {
      case .negotiated("h2"): setUpHTTP2(channel, logger)
      default: setUpHTTP1(channel, logger)
      }
    }
    try pipeline.addHandlers([HandshakeStopHandler(), negotiation])
    let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(listen.timeouts.header)) {
      channel.close(promise: nil)
    }
    let result = negotiation.protocolNegotiationResult
    result.whenComplete { result in
      deadline.cancel()
      let pipeline = channel.pipeline.syncOperations
      if let context = try? pipeline.context(handlerType: HandshakeStopHandler.self) {
        pipeline.removeHandler(context: context, promise: nil)
      }
      if case .failure = result { channel.close(promise: nil) }
    }
    return result
  }

  private func setUpHTTP1(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Connection> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(BytesArrivedHandler())
    }.flatMap { http1.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        HTTP1Semantics(maximumBodyBytes: listen.limits.bodyBytes),
        position: .before(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
      return .http1(value)
    }
  }

  /// Sets up HTTP/2. An idle connection without open streams receives a GOAWAY. A connection without any traffic is
  /// closed, even if the client does not react.
  private func setUpHTTP2(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Connection> {
    let timeouts = listen.timeouts
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandlers([
        IdleStateHandler(allTimeout: TimeAmount(timeouts.idle + timeouts.write)), IdleConnectionHandler(),
      ])
    }.flatMap { http2.setup(channel: channel, logger: logger).map { .http2($0) } }
  }
}
