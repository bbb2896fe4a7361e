import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import Synchronization
#endif

/// One request on its way, and what has come of its answer. It ends once, whatever else arrives.
final class URLSessionExchange: Sendable {
  typealias Outcome = Result<AuthTransportResponse, any Error>

  private struct State {
    var continuation: CheckedContinuation<AuthTransportResponse, any Error>?
    var outcome: Outcome?
    var response: HTTPURLResponse?
    var body = Data()
  }

  let task: URLSessionDataTask
  private let maximumBodyBytes: Int
  private let state = Mutex(State())

  init(task: URLSessionDataTask, maximumBodyBytes: Int) {
    self.task = task
    self.maximumBodyBytes = maximumBodyBytes
  }

  func begin(_ continuation: CheckedContinuation<AuthTransportResponse, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) } else { task.resume() }
  }

  /// The first outcome counts. The request is given up if it has not ended by itself.
  func end(_ outcome: Outcome) {
    let continuation = state.withLock { state in
      guard state.outcome == nil else { return nil as CheckedContinuation<AuthTransportResponse, any Error>? }
      state.outcome = outcome
      state.body = Data()
      defer { state.continuation = nil }
      return state.continuation
    }
    if case .failure = outcome { task.cancel() }
    continuation?.resume(with: outcome)
  }

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else {
      return end(.failure(URLSessionTransport.Failure.notHTTP))
    }
    state.withLock { $0.response = response }
    if response.expectedContentLength > Int64(maximumBodyBytes) {
      end(.failure(URLSessionTransport.Failure.bodyTooLarge(maximumBodyBytes)))
    }
  }

  func receive(_ data: Data) {
    let isTooLarge = state.withLock { state in
      guard state.outcome == nil else { return false }
      guard data.count <= maximumBodyBytes - state.body.count else { return true }
      state.body.append(data)
      return false
    }
    if isTooLarge { end(.failure(URLSessionTransport.Failure.bodyTooLarge(maximumBodyBytes))) }
  }

  func complete(_ error: (any Error)?) {
    let (response, body) = state.withLock { ($0.response, $0.body) }
    if let error { return end(.failure(error)) }
    guard let response = response ?? task.response as? HTTPURLResponse else {
      return end(.failure(URLSessionTransport.Failure.notHTTP))
    }
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in response.allHeaderFields {
      headers[name.lowercased()] = value
    }
    end(.success(AuthTransportResponse(status: response.statusCode, headers: headers, body: body)))
  }
}
