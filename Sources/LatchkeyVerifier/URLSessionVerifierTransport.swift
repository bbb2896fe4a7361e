import Foundation
import HTTPExchange

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with the system's URL loading.
public final class URLSessionVerifierTransport: VerifierTransport {
  private let timeout: Duration

  /// - Parameter timeout: the time limit for a whole exchange, even if the server keeps sending data.
  public init(timeout: Duration = .seconds(5)) { self.timeout = timeout }

  public func send(_ request: VerifierRequest) async throws(ServerFailure) -> VerifierResponse {
    let answer: HTTPExchangeAnswer
    do {
      answer = try await HTTPExchanges.shared.send(
        HTTPExchangeRequest(
          method: request.method.rawValue, url: request.url, headers: request.headers, body: request.body,
          timeout: timeout / .seconds(1), maximumBodyBytes: request.maximumAnswer))
    } catch {
      throw Self.failure(error)
    }
    return VerifierResponse(status: answer.status, headers: answer.headers, body: answer.body)
  }

  private static func failure(_ error: any Error) -> ServerFailure {
    switch error {
    case HTTPExchangeFailure.bodyTooLarge: .tooLarge
    case is HTTPExchangeFailure: .malformed
    default: (error as? URLError)?.code == .timedOut ? .timedOut : .unreachable
    }
  }
}
