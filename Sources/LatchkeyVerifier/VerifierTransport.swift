import Foundation

/// One HTTP request of the verifier.
public struct VerifierRequest: Sendable {
  public enum Method: String, Sendable { case get = "GET", post = "POST" }

  public var method: Method
  public var url: URL
  public var headers: [String: String]
  public var body: Data?
  /// The maximum size of an answer, in bytes. A larger answer is discarded.
  public var maximumAnswer: Int

  public init(
    method: Method = .get, url: URL, headers: [String: String] = [:], body: Data? = nil, maximumAnswer: Int
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maximumAnswer = maximumAnswer
  }
}

/// An HTTP response. Every status is a valid response.
public struct VerifierResponse: Sendable {
  public var status: Int
  /// The headers by lower-case name.
  public var headers: [String: String]
  public var body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Sends requests to the server. The default is ``URLSessionVerifierTransport``; a back end may provide its
/// own.
///
/// An implementation follows no redirects, keeps no cache and no cookies, reads at most
/// ``VerifierRequest/maximumAnswer``, and ends within a bounded time.
public protocol VerifierTransport: Sendable {
  func send(_ request: VerifierRequest) async throws(ServerFailure) -> VerifierResponse
}
