import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The running requests of all transports of the process. No request follows redirects or stores cookies, passwords or
/// a cache.
///
/// All requests share one session that is never invalidated: on Linux, invalidating a session with open connections can
/// crash the process (swift-corelibs-foundation issue 4791). The session has no state that differs between transports.
public final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
  public static let shared = HTTPExchanges()

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    return URLSession(configuration: configuration, delegate: shared, delegateQueue: nil)
  }()

  /// Prepares the session. On Linux, the first request would otherwise prepare it on a separate thread. A process that
  /// exits at that moment crashes.
  public static func prepare() { _ = session }

  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  /// - Throws: ``HTTPExchangeFailure``, `URLError`, or `CancellationError`.
  public func send(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
    try Task.checkCancellation()
    let exchange = HTTPExchange(
      task: Self.session.dataTask(with: try request.urlRequest()),
      maximumBodyBytes: request.maximumBodyBytes)
    // The system's own limit restarts with each byte that arrives.
    let watch = Task {
      try await Task.sleep(for: .seconds(request.timeout))
      exchange.end(.failure(URLError(.timedOut)))
    }
    defer { watch.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(exchange, $0) }
    } onCancel: {
      exchange.end(.failure(CancellationError()))
    }
  }

  private func begin(
    _ exchange: HTTPExchange, _ continuation: CheckedContinuation<HTTPExchangeAnswer, any Error>
  ) {
    exchanges.withLock { $0[exchange.task.taskIdentifier] = exchange }
    exchange.begin(continuation)
  }

  private func exchange(_ task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let isOpen = exchange(task)?.redirect(response) ?? false
    #if canImport(FoundationNetworking)
      // Foundation crashes if the handler is called for a cancelled task, and the task of an ended exchange may have
      // been cancelled.
      guard isOpen else { return }
    #endif
    completionHandler(nil)
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // On Linux, the challenge comes after the response. If the challenge is not answered with "no password", the
      // response is never delivered.
      exchange(task)?.complete(nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(dataTask)?.receive(response)
    completionHandler(.allow)
  }

  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.receive(data)
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
  }
}
