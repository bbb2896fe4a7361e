import HTTPTypes
import IdentityWire
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Settings

/// Limits the time in which a client must send a request and its body, and read the response. Responds to input that is
/// not a request. Each HTTP/1 connection and each HTTP/2 stream has one guard.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The event that some bytes of a request have arrived, but its headers are not complete.
  struct BytesArrived: Sendable {}

  /// The reason why a body ended early. So an incomplete body is never processed as a complete one.
  enum BodyFailure: Error {
    case tookTooLong
    /// The connection ended.
    case broken
  }

  private enum Deadline: Int, CaseIterable { case header, body, idle, write }

  private let timeouts: ListenConfiguration.Timeouts
  private let isStream: Bool
  private let headers: HeaderLimits?
  private let streams: ConnectionLimiter?
  /// The deadlines of expected events, indexed by ``Deadline``.
  private var deadlines = [NIODeadline?](repeating: nil, count: Deadline.allCases.count)
  /// The next check of the deadlines. They have no separate timers, because most deadlines are met.
  private var wake: (at: NIODeadline, task: Scheduled<Void>)?
  /// The number of requests whose responses have not ended.
  private var unanswered = 0
  private var isReadingBody = false
  /// True if a response has begun and not ended.
  private var isAnswering = false
  private var isOver = false
  /// True if the server is stopping.
  private var isStopping = false

  /// Limits on headers that the decoder before the guard does not check.
  struct HeaderLimits: Sendable {
    var bytes: Int
    var count: Int

    func allow(_ head: HTTPRequest) -> Bool {
      guard head.headerFields.count <= count else { return false }
      let target = (head.path?.utf8.count ?? 0) + (head.authority?.utf8.count ?? 0)
      return head.headerFields.reduce(target) {
        $0 + $1.name.rawName.utf8.count + $1.value.utf8.count
      } <= bytes
    }
  }

  /// - Parameters:
  ///   - isStream: true for a stream of an HTTP/2 connection. Its headers have already arrived, and it ends without the
  ///     guard.
  ///   - headers: nil if the decoder has already checked them.
  ///   - streams: counts the stream.
  init(
    _ timeouts: ListenConfiguration.Timeouts, isStream: Bool = false, headers: HeaderLimits? = nil,
    streams: ConnectionLimiter? = nil
  ) {
    self.timeouts = timeouts
    self.isStream = isStream
    self.headers = headers
    self.streams = streams
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancelAll() }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancelAll()
    failBody(context, .broken)
    context.fireChannelInactive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    if !isStream, deadlines.allSatisfy({ $0 == nil }), unanswered == 0 { start(.header, context) }
  }

  // MARK: The request

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is BytesArrived {
      if unanswered == 0, !isReadingBody, deadlines[Deadline.header.rawValue] == nil {
        cancel(.idle)
        start(.header, context)
      }
      return
    }
    if event is ChannelShouldQuiesceEvent { hurry(context) }
    context.fireUserInboundEventTriggered(event)
  }

  /// Shortens the deadlines when the server stops: the time limit for finishing responses also applies to unfinished
  /// requests.
  private func hurry(_ context: ChannelHandlerContext) {
    isStopping = true
    for deadline in [Deadline.header, .body] where deadlines[deadline.rawValue] != nil {
      start(deadline, context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let headers, !headers.allow(head) { return refuseHeaders(context) }
      guard isCounted(context.channel) else {
        return refuse(context, .tooManyRequests, "TOO_MANY_ATTEMPTS_TRY_LATER")
      }
      cancel(.header)
      cancel(.idle)
      unanswered += 1
      isReadingBody = true
      start(.body, context)
    case .body: break
    case .end:
      isReadingBody = false
      cancel(.body)
    }
    context.fireChannelRead(data)
  }

  /// Counts a stream, which has only one head. Returns false if there are too many streams.
  private func isCounted(_ stream: any Channel) -> Bool {
    guard let streams else { return true }
    let address = stream.remoteAddress?.ipAddress
    guard streams.enterStream(address) else { return false }
    stream.closeFuture.whenComplete { _ in streams.leaveStream(address) }
    return true
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError || error is InvalidHostHeader else {
      return context.fireErrorCaught(error)
    }
    failBody(context, .broken)
    if error is InvalidHostHeader {
      refuse(context, .badRequest, "The request does not name one host.")
    } else if error as? HTTPParserError == .headerOverflow {
      refuseHeaders(context)
    } else {
      refuse(context, .badRequest, "This is no HTTP request.")
    }
  }

  /// Reports the failure to the reader of the body.
  private func failBody(_ context: ChannelHandlerContext, _ failure: BodyFailure) {
    guard isReadingBody else { return }
    isReadingBody = false
    context.fireErrorCaught(failure)
  }

  private func refuseHeaders(_ context: ChannelHandlerContext) {
    refuse(context, .requestHeaderFieldsTooLarge, "The request's headers are too large.")
  }

  // MARK: The answer

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      guard head.status.kind != .informational else { break }
      isAnswering = true
      start(.write, context)
    case .body: break
    case .end:
      let done = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
      done.futureResult.whenComplete { _ in bound.value.handler.answered(bound.value.context) }
      isAnswering = false
      return context.write(data, promise: done)
    }
    context.write(data, promise: promise)
  }

  private func answered(_ context: ChannelHandlerContext) {
    unanswered -= 1
    guard !isOver, !isAnswering else { return }
    cancel(.write)
    if unanswered <= 0, !isReadingBody, !isStream, context.channel.isActive { start(.idle, context) }
  }

  // MARK: Deadlines

  private func start(_ deadline: Deadline, _ context: ChannelHandlerContext) {
    let duration =
      switch deadline {
      case .header: timeouts.header
      case .body: timeouts.body
      case .idle: timeouts.idle
      case .write: timeouts.write
      }
    let isWaited = deadline == .header || deadline == .body
    let bounded = isStopping && isWaited ? min(duration, timeouts.shutdown / 2) : duration
    let end = context.eventLoop.now + TimeAmount(bounded)
    deadlines[deadline.rawValue] = end
    if wake.map({ $0.at > end }) ?? true { look(at: end, context) }
  }

  private func look(at moment: NIODeadline, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    wake?.task.cancel()
    let task = context.eventLoop.scheduleTask(deadline: moment) {
      bound.value.handler.look(bound.value.context)
    }
    wake = (moment, task)
  }

  private func look(_ context: ChannelHandlerContext) {
    wake = nil
    let now = context.eventLoop.now
    for deadline in Deadline.allCases {
      guard let end = deadlines[deadline.rawValue], end <= now else { continue }
      passed(deadline, context)
    }
    guard !isOver, let next = deadlines.compactMap({ $0 }).min() else { return }
    look(at: next, context)
  }

  private func cancel(_ deadline: Deadline) { deadlines[deadline.rawValue] = nil }

  private func cancelAll() {
    wake?.task.cancel()
    wake = nil
    deadlines = deadlines.map { _ in nil }
  }

  private func passed(_ deadline: Deadline, _ context: ChannelHandlerContext) {
    deadlines[deadline.rawValue] = nil
    switch deadline {
    case .body where unanswered <= 0:
      // The whole response was sent although the body was not read. The client gets no second response.
      end(context)
    case .header, .body:
      // The body must fail first: the connection may end as soon as the error response is written.
      failBody(context, .tookTooLong)
      refuse(context, .requestTimeout, "The request took too long to arrive.")
    case .idle, .write: end(context)
    }
  }

  /// Sends an error response if no response has begun, and closes the connection.
  private func refuse(_ context: ChannelHandlerContext, _ status: HTTPResponse.Status, _ message: String) {
    guard !isOver else { return }
    guard !isAnswering, unanswered <= 1, context.channel.isActive else { return end(context) }
    isOver = true
    cancelAll()
    let body = JSONWriter.text([
      "error": ["code": .integer(Int64(status.code)), "message": .string(message)]
    ])
    var headers: HTTPFields = [
      .contentType: "application/json; charset=UTF-8", .contentLength: String(body.utf8.count),
      .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    // HTTP/2 does not have this header (RFC 9113 section 8.2.2).
    if !isStream { headers[.connection] = "close" }
    if status == .tooManyRequests { headers[.retryAfter] = "1" }
    context.write(wrapOutboundOut(.head(HTTPResponse(status: status, headerFields: headers))), promise: nil)
    context.write(wrapOutboundOut(.body(context.channel.allocator.buffer(string: body))), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }

  private func end(_ context: ChannelHandlerContext) {
    isOver = true
    cancelAll()
    context.close(promise: nil)
  }
}

/// Tells the guard that the first bytes of headers have arrived. The guard itself receives only complete headers.
final class BytesArrivedHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.fireUserInboundEventTriggered(RequestGuard.BytesArrived())
    context.fireChannelRead(data)
  }
}

/// Closes a connection that has had no traffic for some time.
final class IdleConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }
}
