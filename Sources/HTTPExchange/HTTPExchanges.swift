import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests that are on their way, of all transports of the process. None of them follows a redirect or keeps a
/// cookie, a password or a cache.
///
/// They share one session that is never taken down: on Linux, taking one down with connections open can take
/// the process with it (swift-corelibs-foundation issue 4791). It keeps nothing that tells one transport from
/// another.
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

  /// Makes ready what the first request would otherwise begin on a thread of its own: on Linux the process crashes
  /// when that meets its end.
  public static func prepare() { _ = session }

  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  /// - Throws: ``HTTPExchangeFailure``, `URLError`, or `CancellationError`.
  public func send(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeAnswer {
    try Task.checkCancellation()
    let exchange = HTTPExchange(
      task: Self.session.dataTask(with: try request.urlRequest()),
      maximumBodyBytes: request.maximumBodyBytes)
    // The system's own limit counts anew with each byte that arrives.
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
      // It stops the process when the handler is called for a task that was cancelled, which one that has ended
      // otherwise may have been.
      guard isOpen else { return }
    #endif
    completionHandler(nil)
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // Here it is asked once the answer is there, which nobody would get to see without a password.
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
