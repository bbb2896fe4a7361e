import Foundation
import HTTPExchange

/// Reaches the server by the system's URL loading.
///
/// It keeps no cookies, no cache and no passwords, and follows no redirects: each answer is that of the
/// server that was asked. On Linux the variables `http_proxy`, `https_proxy` and `no_proxy` of the process
/// apply.
///
/// Foundation for Linux, as of Swift 6.3, ends the process when a server breaks off in the middle of an
/// answer's head (swift-corelibs-foundation issue 5285), adds trailers to its body, or announces a body of
/// nearly 2⁶³ bytes. An app that talks to servers that may do so brings an ``AuthTransport`` of its own.
public final class URLSessionTransport: AuthTransport {
  /// What keeps an answer from coming, beside the errors of the system (`URLError`).
  public typealias Failure = HTTPExchangeFailure

  private let timeout: TimeInterval
  private let maximumBodyBytes: Int

  /// - Parameters:
  ///   - timeout: seconds from the request to the last byte of the answer, a day at most; then
  ///     `URLError.timedOut`.
  ///   - maximumBodyBytes: of an answer.
  public init(timeout: TimeInterval = 60, maximumBodyBytes: Int = 4 << 20) {
    self.timeout = timeout
    self.maximumBodyBytes = maximumBodyBytes
    HTTPExchanges.prepare()
  }

  /// - Throws: ``Failure``, `URLError`, or `CancellationError`.
  public func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
    let answer = try await HTTPExchanges.shared.send(
      HTTPExchangeRequest(
        method: request.method.rawValue, url: request.url, headers: request.headers, body: request.body,
        timeout: timeout, maximumBodyBytes: maximumBodyBytes))
    return AuthTransportResponse(status: answer.status, headers: answer.headers, body: answer.body)
  }
}
