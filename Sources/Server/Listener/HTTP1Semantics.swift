import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 that later versions do not have. It runs before requests are converted to the form that
/// all versions share. A request must name exactly one host (RFC 9112 section 3.2). `Expect: 100-continue` gets a
/// response (RFC 9110 section 10.1.1). The connection of an HTTP/1.0 client is closed (RFC 9112 section 9.3). Each
/// connection has its own handler.
final class HTTP1Semantics: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let maximumBodyBytes: Int
  /// One element for each request with an unfinished response: true if the connection closes after that response.
  private var closings = CircularBuffer<Bool>()
  /// True if the client of the last request waits for `100 Continue` before it sends the body.
  private var owesContinue = false
  private var isOver = false

  /// - Parameter maximumBodyBytes: if a client announces a larger body, it gets an error without `100 Continue`.
  init(maximumBodyBytes: Int) { self.maximumBodyBytes = maximumBodyBytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      guard Self.namesItsHost(head) else {
        isOver = true
        return context.fireErrorCaught(InvalidHostHeader())
      }
      let isLast = !head.isKeepAlive
      // Other handlers compare the value with exactly this spelling.
      if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      closings.append(isLast)
      owesContinue = waits(head)
      if closings.count == 1 { writeContinue(context) }
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case .body, .end:
      owesContinue = false
      context.fireChannelRead(data)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where !(100..<200).contains(head.status.code):
      var isLast = closings.first ?? false
      if closings.count == 1, owesContinue {
        // The client may or may not send the body now, so the meaning of the next bytes would be unknown. The
        // connection closes.
        owesContinue = false
        isLast = true
      }
      if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      context.write(data, promise: promise)
      if !closings.isEmpty { closings.removeFirst() }
      if closings.count == 1 { writeContinue(context) }
    default: context.write(data, promise: promise)
    }
  }

  private func writeContinue(_ context: ChannelHandlerContext) {
    guard owesContinue, !isWaitingForRefusal else { return }
    owesContinue = false
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  /// True if the last request announces a body that is refused without reading it.
  private var isWaitingForRefusal = false

  private func waits(_ head: HTTPRequestHead) -> Bool {
    guard !Self.isOld(head.version),
      head.headers[canonicalForm: "Expect"].contains(where: {
        $0.lowercased() == "100-continue"
      })
    else { return false }
    isWaitingForRefusal =
      head.headers.first(name: "Content-Length").flatMap { Int($0) }.map { $0 > maximumBodyBytes } ?? false
    return true
  }

  /// True for versions before HTTP/1.1.
  private static func isOld(_ version: HTTPVersion) -> Bool { version == .http1_0 || version == .http0_9 }

  // MARK: The host

  private static func namesItsHost(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["Host"]
    guard let host = hosts.first else { return isOld(head.version) }
    return hosts.count == 1 && isHost(host)
  }

  /// True for a name or address with or without a port (RFC 3986 sections 3.2.2 and 3.2.3). Only its
  /// characters are checked.
  static func isHost(_ text: String) -> Bool {
    let bytes = text.utf8
    let end: String.Index
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let inner = bytes[bytes.index(after: bytes.startIndex)..<bracket]
      guard inner.contains(UInt8(ascii: ":")),
        inner.allSatisfy({ isRegNameByte($0) || $0 == UInt8(ascii: ":") })
      else { return false }
      end = bytes.index(after: bracket)
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard end > bytes.startIndex, bytes[..<end].allSatisfy(isRegNameByte) else { return false }
    }
    guard end < bytes.endIndex else { return true }
    let port = bytes[end...]
    return port.first == UInt8(ascii: ":") && port.count <= 6
      && port.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isRegNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }
}

/// The request does not name exactly one host (RFC 9112 section 3.2).
struct InvalidHostHeader: Error {}
