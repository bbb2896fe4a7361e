import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Server
import Synchronization

/// A request that a server's responder is given without a connection: what it sees is what it would see of the same
/// request over one, and so is what comes back.
struct DirectRequest: Sendable {
  /// Of what it is sent to.
  let port: Int
  private let head: HTTPRequest
  private let body: [UInt8]

  /// What connections are for, or what the listener decides on, is not for the responder: the whole of what it would
  /// not let pass, and what says how the bytes are sent.
  private static let wireHeaders: Set<HTTPField.Name> = [
    .connection, .contentLength, .expect, .transferEncoding, .upgrade, .te, .trailer,
  ]
  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]
  /// Less than the listener accepts.
  private static let maximumHeadBytes = 8_192
  private static let chunkBytes = 16_384

  /// - Returns: nil for a request that only a connection shows the effect of, and for an address that is no server's on
  ///   this machine.
  init?(_ method: String, _ address: String, headers: [String: String], body: String?) {
    guard let url = URL(string: address), url.scheme == "http", url.user == nil, let port = url.port,
      let host = url.host, ["127.0.0.1", "localhost"].contains(host),
      let method = HTTPRequest.Method(method), Self.methods.contains(method)
    else { return nil }
    var fields = HTTPFields()
    var authority = "\(host):\(port)"
    for (name, value) in headers {
      guard let name = HTTPField.Name(name), !Self.wireHeaders.contains(name), HTTPField.isValidValue(value)
      else { return nil }
      if name.canonicalName == "host" {
        authority = value
      } else {
        fields.append(HTTPField(name: name, value: value))
      }
    }
    self.body = Array((body ?? "").utf8)
    if !self.body.isEmpty || ![.get, .head, .delete].contains(method) {
      fields[.contentLength] = String(self.body.count)
    }
    var target = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? url.path
    if target.isEmpty { target = "/" }
    if let query = url.query { target += "?" + query }
    let size = fields.reduce(target.utf8.count + authority.utf8.count) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count
    }
    guard size <= Self.maximumHeadBytes else { return nil }
    self.port = port
    head = HTTPRequest(
      method: method, scheme: "http", authority: authority, path: target, headerFields: fields)
  }

  /// In pieces, as it would come.
  private var requestBody: RequestBody {
    let (parts, source) = AsyncStream<ByteBuffer>.makeStream()
    for start in stride(from: 0, to: body.count, by: Self.chunkBytes) {
      source.yield(ByteBuffer(bytes: body[start..<min(start + Self.chunkBytes, body.count)]))
    }
    source.finish()
    return RequestBody(asyncSequence: parts)
  }

  func send(to server: LatchkeyServer) async throws -> TestResponse {
    var response: Response
    do {
      response = try await server.respond(
        to: Request(head: head, body: requestBody), over: try Self.channel.get())
    } catch {
      // As the application does with what nothing has caught.
      response = Response(status: .internalServerError)
    }
    let received = Received()
    try await response.body.write(Writer(received: received))
    var body = received.bytes.withLock { $0 }
    var headers = response.headers
    switch response.status.code {
    case 100..<200, 204, 304:
      headers[.contentLength] = nil
      body = []
    default: if headers[.contentLength] == nil { headers[.transferEncoding] = "chunked" }
    }
    if head.method == .head { body = [] }
    guard body.count <= TestResponse.maximumBodyBytes else { throw TestFailure("the answer is too long") }
    headers[.date] = Self.date
    return TestResponse(
      status: response.status.code, headers: HTTPHeaders(headers.map { ($0.name.rawName, $0.value) }),
      body: body)
  }

  /// Now, as RFC 9110 writes it.
  private static var date: String {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Of a client on this machine.
  private static let channel = Result {
    let channel = NIOAsyncTestingChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 49_152)
    return channel
  }

  private final class Received: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  private struct Writer: ResponseBodyWriter {
    let received: Received

    func write(_ buffer: ByteBuffer) async throws {
      received.bytes.withLock { $0 += buffer.readableBytesView }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
