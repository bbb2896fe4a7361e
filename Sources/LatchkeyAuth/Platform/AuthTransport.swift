import Foundation

/// One HTTP request of the SDK.
public struct AuthTransportRequest: Sendable {
  /// `get` reads, `post` performs an operation.
  public enum Method: String, Sendable { case get = "GET", post = "POST" }

  /// The method.
  public var method: Method
  /// The URL. Its query contains the API key.
  public var url: URL
  /// The headers by name.
  public var headers: [String: String]
  /// The body, JSON or a form according to `Content-Type`; nil for none.
  public var body: Data?

  public init(method: Method, url: URL, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response. Every status is a valid response.
public struct AuthTransportResponse: Sendable {
  /// The HTTP status.
  public var status: Int
  /// The headers by lower-case name.
  public var headers: [String: String]
  /// The body.
  public var body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Sends requests to the server. The default is ``URLSessionTransport``; an app may provide its own.
public protocol AuthTransport: Sendable {
  /// - Throws: the reason for the missing response, which the SDK reports as `networkError`;
  ///   `CancellationError` if the task was cancelled.
  func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse
}
