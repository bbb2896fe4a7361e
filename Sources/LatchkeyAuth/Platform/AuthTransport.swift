import Foundation

/// One HTTP request of the SDK.
public struct AuthTransportRequest: Sendable {
  /// To read and to do, respectively.
  public enum Method: String, Sendable { case get = "GET", post = "POST" }

  /// What is asked for.
  public var method: Method
  /// Where. The API key is in its query.
  public var url: URL
  /// By name.
  public var headers: [String: String]
  /// JSON or a form, as `Content-Type` says; nil for none.
  public var body: Data?

  public init(method: Method, url: URL, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What came back. Any status is an answer.
public struct AuthTransportResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// By lower-case name.
  public var headers: [String: String]
  /// What was answered.
  public var body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// How the SDK reaches the server: ``URLSessionTransport`` unless an app has its own.
public protocol AuthTransport: Sendable {
  /// - Throws: what kept the answer from coming; the SDK reports it as `networkError`. `CancellationError` when the
  ///   task was cancelled.
  func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse
}
