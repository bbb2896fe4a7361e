import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOCore
import TestSupport

/// A back end on a loopback port of its own, for one test.
struct TestApp: Sendable {
  struct Answer: Sendable {
    let status: Int
    let text: String
    let headers: [String: [String]]
  }

  let port: Int
  let log: CapturedLog

  static func run<Context: RequestContext>(
    _ router: Router<Context>, _ body: @Sendable @escaping (TestApp) async throws -> Void
  ) async throws where Context.Source == ApplicationRequestContextSource {
    let log = CapturedLog()
    var logger = Logger(label: "app", factory: { _ in log.handler() })
    logger.logLevel = .debug
    try await LoopbackApplication.run(router.buildResponder(), logger: logger) { port in
      try await body(TestApp(port: port, log: log))
    }
  }

  /// - Parameter authorization: one header for each.
  func get(_ path: String, authorization: String...) async throws -> Answer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    for value in authorization { request.headers.add(name: "Authorization", value: value) }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    var headers: [String: [String]] = [:]
    for (name, value) in response.headers { headers[name.lowercased(), default: []].append(value) }
    return Answer(
      status: Int(response.status.code), text: String(buffer: try await response.body.collect(upTo: 1 << 20)),
      headers: headers)
  }
}
