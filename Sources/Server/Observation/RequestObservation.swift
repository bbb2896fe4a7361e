import Composition
import HTTPTypes
import Hummingbird
import Logging
import Settings
import Telemetry
import Tracing

/// Determines a request's client and id, and records one log line, one count and one span. None of them contains the
/// request's query, headers or body.
struct RequestObservation: RouterMiddleware {
  let proxy: ProxyConfiguration
  let telemetry: ServerTelemetry?
  private let isTraced = !(InstrumentationSystem.tracer is NoOpTracer)
  private let requestIDs = RequestIDs()

  init(proxy: ProxyConfiguration, telemetry: ServerTelemetry?) {
    self.proxy = proxy
    self.telemetry = telemetry
  }

  /// Routes that monitoring calls every few seconds. They are logged at debug level.
  private static let quietRoutes: Set<String> = ["/healthz", "/readyz", "/metrics"]

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let client = ClientAddress(peer: context.peer, headers: request.headers, trusting: proxy)
    var context = context
    context.client = client
    context.requestID = requestID(of: request, client)
    context.logger = Self.logger(context)
    let request = client.isFromTrustedProxy ? Self.asSent(request, proxy) : request
    let begin = ContinuousClock.now
    telemetry?.requestsInFlight.add(1)
    defer { telemetry?.requestsInFlight.add(-1) }
    var response = isTraced ? try await traced(request, context, next) : try await next(request, context)
    response.headers[.requestID] = context.requestID
    finish(request, response, context, ContinuousClock.now - begin)
    return response
  }

  private func traced(
    _ request: Request, _ context: ServerContext, _ next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    try await withSpan(request.method.rawValue, ofKind: .server) { span in
      let response = try await next(request, context)
      let route = Self.route(of: context)
      span.operationName = "\(request.method.rawValue) \(route)"
      span.attributes["http.route"] = route
      span.attributes["http.request.method"] = request.method.rawValue
      span.attributes["http.response.status_code"] = Int(response.status.code)
      if response.status.code >= 500 { span.setStatus(.init(code: .error)) }
      return response
    }
  }

  /// The label of a request without a route.
  static let unknownRoute = "none"

  /// The route's template, such as `/v1/projects/{project}/accounts`. If there is no route, Hummingbird's
  /// `endpointPath` does not begin with a slash.
  static func route(of context: ServerContext) -> String {
    guard let route = context.endpointPath, route.hasPrefix("/") else { return unknownRoute }
    return route
  }

  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  private func finish(
    _ request: Request, _ response: Response, _ context: ServerContext, _ duration: Duration
  ) {
    let route = Self.route(of: context)
    let method = Self.methods.contains(request.method.rawValue) ? request.method.rawValue : "other"
    let status = Int(response.status.code)
    telemetry?.requests.add(1, route, method, String(status))
    telemetry?.requestDuration.record(duration, route)
    let level: Logger.Level = status >= 500 && status != 501 ? .error : .info
    context.logger.log(
      level: Self.quietRoutes.contains(route) ? .debug : level, "request",
      metadata: [
        "method": .string(method), "route": .string(route), "status": .stringConvertible(status),
        "milliseconds": .stringConvertible((duration / .milliseconds(1) * 1_000).rounded() / 1_000),
      ])
  }

  private static func logger(_ context: ServerContext) -> Logger {
    var logger = context.logger
    logger[metadataKey: "hb.request.id"] = nil
    logger[metadataKey: "request"] = .string(context.requestID)
    if let address = context.client.address { logger[metadataKey: "client"] = .string(address) }
    return logger
  }

  /// The id from a trusted proxy, so that its log and the server's can be compared. Otherwise a new id.
  private func requestID(of request: Request, _ client: ClientAddress) -> String {
    if client.isFromTrustedProxy, let id = request.headers[.requestID], Self.isPlain(id) { return id }
    return requestIDs.next()
  }

  private static func isPlain(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == 0x2D || byte == 0x5F || byte == 0x2E
      }
  }

  /// The request with the host and scheme that the client used. These values only select one of the server's own
  /// origins. They are never written anywhere.
  private static func asSent(_ request: Request, _ proxy: ProxyConfiguration) -> Request {
    guard let hop = ForwardedHops(request.headers, proxy.header).fromTheLast.first else { return request }
    var head = request.head
    if let host = hop.host { head.authority = host }
    if let scheme = hop.scheme { head.scheme = scheme }
    return Request(head: head, body: request.body)
  }
}
