import Foundation
import HTTPExchange

/// Sends requests with the system's URL loading.
///
/// The transport stores no cookies, no cache and no passwords, and follows no redirects: each response comes
/// from the server that received the request. On Linux, the environment variables `http_proxy`, `https_proxy`
/// and `no_proxy` apply.
///
/// Foundation for Linux, as of Swift 6.3, ends the process in three cases: if a server closes the connection
/// within a response head (swift-corelibs-foundation issue 5285), adds trailers to the body, or announces a
/// body of nearly 2⁶³ bytes. An app that connects to such servers should provide its own ``AuthTransport``.
public final class URLSessionTransport: AuthTransport {
  /// The reason for a missing response, in addition to the system's errors (`URLError`).
  public typealias Failure = HTTPExchangeFailure

  private let timeout: TimeInterval
  private let maximumBodyBytes: Int

  /// - Parameters:
  ///   - timeout: the number of seconds from the request to the last byte of the response, at most a day. After
  ///     this time, the transport throws `URLError.timedOut`.
  ///   - maximumBodyBytes: the size limit of a response.
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
