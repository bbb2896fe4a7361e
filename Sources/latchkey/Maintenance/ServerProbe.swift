import AsyncHTTPClient
import NIOCore
import Settings

/// Asks a configuration's running server for its state, at the monitoring address, or at the server's own address if
/// there is no monitoring address.
struct ServerProbe: Sendable {
  enum Outcome: Sendable, Equatable {
    case good
    /// - Parameter answer: the beginning of the answer.
    case bad(answer: String)
    /// No answer.
    case none
  }

  private let origin: String

  init(_ configuration: ServeConfiguration) {
    let (metrics, listen) = (configuration.metrics, configuration.listen)
    let isApart = metrics.isEnabled && !metrics.onMainListener
    let (address, port) = isApart ? (metrics.address, metrics.port) : (listen.address, listen.port)
    let host =
      ["0.0.0.0": "127.0.0.1", "::": "[::1]"][address] ?? (address.contains(":") ? "[\(address)]" : address)
    origin = "\(isApart || listen.tls == nil ? "http" : "https")://\(host):\(port)"
  }

  /// - Parameter origin: the origin without a path, such as `https://auth.example.com`.
  init(origin: String) { self.origin = origin }

  func url(_ path: String) -> String { origin + path }

  func ask(_ path: String, seconds: Int64) async -> Outcome {
    // Does not verify the certificate, which names the public host instead of this address. The request contains no
    // secrets.
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton,
      configuration: .init(certificateVerification: .none, redirectConfiguration: .disallow))
    let outcome: Outcome
    do {
      let response = try await client.execute(
        HTTPClientRequest(url: url(path)), timeout: .seconds(seconds))
      let body = String(buffer: try await response.body.collect(upTo: 4_096))
      outcome = response.status == .ok ? .good : .bad(answer: body)
    } catch {
      outcome = .none
    }
    try? await client.shutdown()
    return outcome
  }
}
