import HTTPTypes
import Hummingbird
import Identity
import IdentityProviders
import IdentityWire
import NIOCore
import Synchronization
import TestSupport

/// A provider on loopback whose every answer the test writes.
final class StubProvider: Sendable {
  struct Received: Sendable {
    var method: String
    var path: String
    var query: FormURLEncoded
    var headers: [String: String]
    var body: String
    var form: FormURLEncoded { FormURLEncoded(parsing: body) }
  }

  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = ["Content-Type": "application/json"]
    var body: [UInt8] = []
    /// The body is sent in this many parts, three a second.
    var drippingParts = 0
    var neverComes = false

    static func json(_ value: JSONValue, status: Int = 200, headers: [String: String] = [:]) -> Answer {
      text(JSONWriter.text(value), status: status, headers: headers)
    }

    static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Answer {
      var answer = Answer(status: status, body: Array(text.utf8))
      answer.headers.merge(headers) { $1 }
      return answer
    }
  }

  typealias Handler = @Sendable (Received) async -> Answer

  let port: Int
  var baseURL: String { "http://127.0.0.1:\(port)" }
  private let log = Mutex<[Received]>([])
  private let handler: Handler

  var received: [Received] { log.withLock { $0 } }
  func received(_ path: String) -> [Received] { received.filter { $0.path == path } }

  private init(port: Int, handler: @escaping Handler) {
    self.port = port
    self.handler = handler
  }

  /// Serves on a free port while `body` runs.
  static func run<Result: Sendable>(
    _ handler: @escaping Handler, _ body: @escaping @Sendable (StubProvider) async throws -> Result
  ) async throws -> Result {
    let stub = Mutex<StubProvider?>(nil)
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
      guard let provider = stub.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
      return try await provider.respond(to: request)
    }
    return try await LoopbackApplication.run(responder) { port in
      let provider = StubProvider(port: port, handler: handler)
      stub.withLock { $0 = provider }
      return try await body(provider)
    }
  }

  private func respond(to request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    var headers: [String: String] = [:]
    for field in request.headers { headers[field.name.canonicalName] = field.value }
    headers["host"] = request.head.authority
    let received = Received(
      method: request.method.rawValue, path: request.uri.path,
      query: FormURLEncoded(parsing: request.uri.query ?? ""), headers: headers, body: String(buffer: body))
    log.withLock { $0.append(received) }
    let answer = await handler(received)
    if answer.neverComes { try await Task.sleep(for: .seconds(3)) }
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let status = HTTPResponse.Status(code: answer.status)
    guard answer.drippingParts > 0 else {
      return Response(
        status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
    let drip = ResponseBody { writer in
      for _ in 0..<answer.drippingParts {
        try await writer.write(ByteBuffer(bytes: answer.body))
        try await Task.sleep(for: .milliseconds(300))
      }
      try await writer.finish(nil)
    }
    return Response(status: status, headers: fields, body: drip)
  }
}

/// Runs a body with an HTTP client that is shut down afterwards.
func withHTTP<Result>(
  limits: OutgoingHTTP.Limits = .init(), resolver: any HostResolver = SystemResolver(),
  _ body: (OutgoingHTTP) async throws -> Result
) async throws -> Result {
  let http = OutgoingHTTP(limits: limits, resolver: resolver)
  do {
    let result = try await body(http)
    await http.shutDown()
    return result
  } catch {
    await http.shutDown()
    throw error
  }
}

/// The message of the error that `body` throws; nil when it throws none.
func message(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? IdentityError)?.message ?? "\(error)"
  }
}
