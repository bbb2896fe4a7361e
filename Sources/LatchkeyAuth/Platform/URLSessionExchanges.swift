import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import Synchronization
#endif

/// The requests that are on their way, of all transports of the process.
///
/// They share one session that is never taken down: on Linux, taking one down with connections open can take
/// the process with it (swift-corelibs-foundation issue 4791). It keeps nothing that tells one transport from
/// another.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
  static let shared = URLSessionExchanges()

  static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    return URLSession(configuration: configuration, delegate: shared, delegateQueue: nil)
  }()

  private let exchanges = Mutex<[Int: URLSessionExchange]>([:])

  func begin(
    _ exchange: URLSessionExchange, _ continuation: CheckedContinuation<AuthTransportResponse, any Error>
  ) {
    exchanges.withLock { $0[exchange.task.taskIdentifier] = exchange }
    exchange.begin(continuation)
  }

  private func exchange(_ task: URLSessionTask) -> URLSessionExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    exchange(task)?.receive(response)
    completionHandler(nil)
  }

  func urlSession(
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

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
  }
}
