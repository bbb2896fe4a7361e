import Foundation

/// One HTTP request of the verifier.
public struct VerifierRequest: Sendable {
  public enum Method: String, Sendable { case get = "GET", post = "POST" }

  public var method: Method
  public var url: URL
  public var headers: [String: String]
  public var body: Data?
  /// Bytes. Of a larger answer nothing is kept.
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

/// What came back. Any status is an answer.
public struct VerifierResponse: Sendable {
  public var status: Int
  /// By lower-case name.
  public var headers: [String: String]
  public var body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How the verifier reaches the server: ``URLSessionVerifierTransport`` unless a back end has its own.
///
/// It follows no redirects, keeps no cache and no cookies, reads no more than
/// ``VerifierRequest/maximumAnswer``, and ends in bounded time.
public protocol VerifierTransport: Sendable {
  func send(_ request: VerifierRequest) async throws(ServerFailure) -> VerifierResponse
}
