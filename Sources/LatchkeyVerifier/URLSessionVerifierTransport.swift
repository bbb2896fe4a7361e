import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reaches the server through a `URLSession` of its own.
public final class URLSessionVerifierTransport: VerifierTransport {
  private let session: URLSession
  private let exchanges = ExchangeDelegate()
  private let timeout: Duration

  /// - Parameter timeout: for a whole exchange, also when the server keeps sending.
  public init(timeout: Duration = .seconds(5)) {
    self.timeout = timeout
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  public func send(_ request: VerifierRequest) async throws(ServerFailure) -> VerifierResponse {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method.rawValue
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    message.httpBody = request.body
    message.timeoutInterval = timeout / .seconds(1)
    let task = session.dataTask(with: message)
    let exchanges = exchanges
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.begin(task, limit: request.maximumAnswer, timeout: timeout, continuation)
        // Cancelled before there was anything to end.
        if Task.isCancelled { exchanges.end(task, .failure(.unreachable)) }
      }
    } onCancel: {
      exchanges.end(task, .failure(.unreachable))
    }
    return try result.get()
  }
}

/// Collects the answers of a session's tasks, each within its bound.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  typealias Outcome = Result<VerifierResponse, ServerFailure>

  private struct Exchange {
    let limit: Int
    let continuation: CheckedContinuation<Outcome, Never>
    let deadline: Task<Void, Never>
    var response = VerifierResponse(status: 0)
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])

  func begin(
    _ task: URLSessionDataTask, limit: Int, timeout: Duration,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    exchanges.withLock { exchanges in
      // The session's own time-outs begin anew with each byte.
      let deadline = Task {
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        end(task, .failure(.timedOut))
      }
      exchanges[task.taskIdentifier] = Exchange(
        limit: limit, continuation: continuation, deadline: deadline)
    }
    task.resume()
  }

  /// Only the first end of an exchange counts.
  func end(_ task: URLSessionTask, _ outcome: Outcome) {
    guard let exchange = remove(task) else { return }
    task.cancel()
    exchange.continuation.resume(returning: outcome)
  }

  private func remove(_ task: URLSessionTask) -> Exchange? {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.deadline.cancel()
    return exchange
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // FoundationNetworking stops the process when the handler is called for a task that was cancelled:
    // whoever ends the exchange does one or the other.
    guard let exchange = remove(task) else { return }
    completionHandler(nil)
    exchange.continuation.resume(returning: .failure(.status(response.statusCode)))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      end(dataTask, .failure(.malformed))
      return completionHandler(.cancel)
    }
    let isTooLarge = exchanges.withLock { exchanges in
      guard var exchange = exchanges[dataTask.taskIdentifier] else { return false }
      exchange.response.status = response.statusCode
      for case (let name as String, let value as String) in response.allHeaderFields {
        exchange.response.headers[name.lowercased()] = value
      }
      exchanges[dataTask.taskIdentifier] = exchange
      return response.expectedContentLength > Int64(exchange.limit)
    }
    if isTooLarge { end(dataTask, .failure(.tooLarge)) }
    completionHandler(isTooLarge ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      guard let exchange = exchanges[dataTask.taskIdentifier] else { return false }
      guard exchange.response.body.count + data.count <= exchange.limit else { return true }
      exchanges[dataTask.taskIdentifier]?.response.body.append(data)
      return false
    }
    if isTooLarge { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      end(task, .failure((error as? URLError)?.code == .timedOut ? .timedOut : .unreachable))
    } else if let exchange = exchanges.withLock({ $0[task.taskIdentifier] }) {
      end(task, exchange.response.status == 0 ? .failure(.malformed) : .success(exchange.response))
    }
  }
}
