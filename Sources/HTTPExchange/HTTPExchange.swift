import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A running request and the part of its response that has arrived. The exchange ends once; later events are
/// ignored.
final class HTTPExchange: Sendable {
  typealias Outcome = Result<HTTPExchangeAnswer, any Error>

  private struct State {
    var continuation: CheckedContinuation<HTTPExchangeAnswer, any Error>?
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

  func begin(_ continuation: CheckedContinuation<HTTPExchangeAnswer, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) } else { task.resume() }
  }

  /// Ends the exchange. Only the first outcome is used. A failure cancels the request if it is still running.
  ///
  /// - Returns: true if this was the first outcome.
  @discardableResult func end(_ outcome: Outcome) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard state.outcome == nil else {
        return (false, nil as CheckedContinuation<HTTPExchangeAnswer, any Error>?)
      }
      state.outcome = outcome
      state.body = Data()
      defer { state.continuation = nil }
      return (true, state.continuation)
    }
    guard isFirst else { return false }
    if case .failure = outcome { task.cancel() }
    continuation?.resume(with: outcome)
    return true
  }

  /// Ends the exchange with a redirect as its response.
  ///
  /// - Returns: false if the exchange had already ended.
  func redirect(_ response: HTTPURLResponse) -> Bool { end(.success(Self.answer(response, Data()))) }

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else {
      end(.failure(HTTPExchangeFailure.notHTTP))
      return
    }
    state.withLock { $0.response = response }
    if response.expectedContentLength > Int64(maximumBodyBytes) {
      end(.failure(HTTPExchangeFailure.bodyTooLarge(maximumBodyBytes)))
    }
  }

  func receive(_ data: Data) {
    let isTooLarge = state.withLock { state in
      guard state.outcome == nil else { return false }
      guard data.count <= maximumBodyBytes - state.body.count else { return true }
      state.body.append(data)
      return false
    }
    if isTooLarge { end(.failure(HTTPExchangeFailure.bodyTooLarge(maximumBodyBytes))) }
  }

  func complete(_ error: (any Error)?) {
    let (response, body) = state.withLock { ($0.response, $0.body) }
    if let error {
      end(.failure(error))
    } else if let response = response ?? task.response as? HTTPURLResponse {
      end(.success(Self.answer(response, body)))
    } else {
      end(.failure(HTTPExchangeFailure.notHTTP))
    }
  }

  private static func answer(_ response: HTTPURLResponse, _ body: Data) -> HTTPExchangeAnswer {
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in response.allHeaderFields {
      headers[name.lowercased()] = value
    }
    return HTTPExchangeAnswer(status: response.statusCode, headers: headers, body: body)
  }
}
