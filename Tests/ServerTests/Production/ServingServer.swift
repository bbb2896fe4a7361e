import AsyncHTTPClient
import Composition
import Foundation
import Identity
import IdentityWire
import Logging
import Messaging
import NIOCore
import NIOHTTP1
import NIOSSL
import Operations
import Server
import ServiceLifecycle
import Settings
import TestSupport
import Testing

/// A server as `latchkey serve` runs it, on ports of its own, for one test.
final class ServingServer: Sendable {
  struct Options: Sendable {
    var timeouts = ListenConfiguration.Timeouts(drain: .zero)
    var limits = ListenConfiguration.Limits()
    var proxy = ProxyConfiguration()
    var tls: ListenConfiguration.TLS?
    var http2 = true
    var origins: [String] = ["https://auth.example.com"]
    var metricsOnMainListener = false
    var delivery = MessageDelivery()
  }

  static let project = ProjectID(rawValue: "example")!

  let port: Int
  let watchPort: Int
  let backend: Backend
  let server: LatchkeyServer
  let certificates: CertificateStore?
  let telemetry = ServerTelemetry()
  let log = CapturedLog()
  let key: String
  private let keys = SigningKeyStock()
  private let stopping: AsyncStream<Void>.Continuation
  private let services: ServiceGroup

  /// Runs a body whose first requests have to be answered before a time is up, and which says whether they were: a busy
  /// machine gets more time.
  static func runWithGrowing(
    _ time: WritableKeyPath<ListenConfiguration.Timeouts, Duration> & Sendable,
    _ body: @Sendable @escaping (ServingServer) async throws -> Bool
  ) async throws {
    for duration in [Duration.milliseconds(300), .seconds(3), .seconds(30)] {
      var options = Options()
      options.timeouts[keyPath: time] = duration
      if try await run(options, body) { return }
    }
    Issue.record("A request was not answered within 30 s.")
  }

  /// Starts a server, runs the body, stops the server.
  @discardableResult
  static func run<Result: Sendable>(
    _ options: Options = Options(), _ body: @Sendable @escaping (ServingServer) async throws -> Result
  ) async throws -> Result {
    let (ready, signal) = AsyncStream<Void>.makeStream()
    let server = try await ServingServer(options, signal)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { signal.finish() }
        try await server.services.run()
      }
      guard await ready.contains(where: { true }) else { throw TestFailure("the server did not start") }
      let outcome: Swift.Result<Result, any Error>
      do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
      await server.stop()
      try await group.waitForAll()
      await server.backend.close()
      server.keys.giveBack()
      return try outcome.get()
    }
  }

  private init(_ options: Options, _ signal: AsyncStream<Void>.Continuation) async throws {
    stopping = signal
    port = try TestServer.freePort()
    watchPort = try TestServer.freePort()
    var logger = Logger(label: "latchkey", factory: { [log] _ in log.handler() })
    logger.logLevel = .debug
    var backendOptions = Backend.Options(dataDirectory: nil)
    backendOptions.delivery = options.delivery
    backendOptions.telemetry = telemetry
    backendOptions.privateFunctionHosts = []
    backendOptions.privateProviderHosts = []
    backendOptions.log = logger
    try backendOptions.prepare(with: keys)
    backend = try await Backend.open(backendOptions)
    key = try await backend.administration.create(Self.project).apiKeys.first ?? ""
    _ = try await backend.administration.changeSignIn(in: Self.project) { $0 = .allOn }
    certificates = try options.tls.map { try CertificateStore($0, offersHTTP2: options.http2) }
    let listen = ListenConfiguration(
      address: "127.0.0.1", port: port, tls: options.tls, http2: options.http2,
      strictTransportSecurity: 31_536_000, limits: options.limits, timeouts: options.timeouts)
    server = try await LatchkeyServer(
      .init(
        host: "127.0.0.1", port: port, origins: options.origins,
        production: .init(
          listen: listen, proxy: options.proxy, certificates: certificates, telemetry: telemetry,
          metricsOnMainListener: options.metricsOnMainListener)),
      backend: backend, log: logger)
    guard
      let all = ServeServices(server, watch: .init(address: "127.0.0.1", port: watchPort), log: logger)
    else { throw TestFailure("the server is not one for production") }
    let quiet = Logger(label: "services", factory: { _ in SwiftLogNoOpLogHandler() })
    services = ServiceGroup(
      configuration: .init(services: all.services { _ in signal.yield() }, logger: quiet))
  }

  func stop() async { await services.triggerGracefulShutdown() }

  var origin: String { "\(certificates == nil ? "http" : "https")://127.0.0.1:\(port)" }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil,
    client: HTTPClient = .shared
  ) async throws -> TestResponse {
    var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : origin + path)
    request.method = HTTPMethod(rawValue: method)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await client.execute(request, timeout: .seconds(30))
    let buffer = try await response.body.collect(upTo: 8 << 20)
    return TestResponse(
      status: Int(response.status.code), headers: response.headers, body: Array(buffer.readableBytesView))
  }

  func call(_ operation: String, _ message: JSONValue, headers: [String: String] = [:]) async throws
    -> TestResponse
  {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return try await send(
      "POST", "/v1/\(operation)?key=\(key)", headers: headers, body: JSONWriter.text(message))
  }

  func watch(_ path: String) async throws -> TestResponse {
    try await send("GET", "http://127.0.0.1:\(watchPort)\(path)")
  }
}
