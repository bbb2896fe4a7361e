import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reaches the server by the system's URL loading.
///
/// It keeps no cookies, no cache and no passwords, and follows no redirects: each answer is that of the
/// server that was asked. On Linux the variables `http_proxy`, `https_proxy` and `no_proxy` of the process
/// apply.
///
/// Foundation for Linux, as of Swift 6.3, ends the process when a server breaks off in the middle of an
/// answer's head (swift-corelibs-foundation issue 5285), adds trailers to its body, or announces a body of
/// nearly 2⁶³ bytes. An app that talks to servers that may do so brings an ``AuthTransport`` of its own.
public final class URLSessionTransport: AuthTransport {
  /// What keeps an answer from coming, beside the errors of the system (`URLError`).
  public enum Failure: Error, Equatable, LocalizedError {
    /// The address is neither `http` nor `https`.
    case unsupportedAddress
    /// A header's name or value has characters in it that no header has.
    case invalidHeader(String)
    /// The body is larger than this many bytes, after decompression.
    case bodyTooLarge(Int)
    /// What answered does not speak HTTP.
    case notHTTP

    public var errorDescription: String? {
      switch self {
      case .unsupportedAddress: "Only http and https addresses can be asked."
      case .invalidHeader(let name): "The header \(name) holds characters that no header may hold."
      case .bodyTooLarge(let limit): "The answer is larger than \(limit) bytes."
      case .notHTTP: "What answered is no HTTP server."
      }
    }
  }

  private let timeout: TimeInterval
  private let maximumBodyBytes: Int

  /// - Parameters:
  ///   - timeout: seconds from the request to the last byte of the answer, a day at most; then
  ///     `URLError.timedOut`.
  ///   - maximumBodyBytes: of an answer.
  public init(timeout: TimeInterval = 60, maximumBodyBytes: Int = 4 << 20) {
    self.timeout = min(timeout, 86_400)
    self.maximumBodyBytes = maximumBodyBytes
  }

  /// - Throws: ``Failure``, `URLError`, or `CancellationError`.
  public func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
    try Task.checkCancellation()
    let exchange = URLSessionExchange(
      task: URLSessionExchanges.session.dataTask(with: try urlRequest(request)),
      maximumBodyBytes: maximumBodyBytes)
    // The system's own limit counts anew with each byte that arrives.
    let watch = Task { [timeout] in
      try await Task.sleep(for: .seconds(timeout))
      exchange.end(.failure(URLError(.timedOut)))
    }
    defer { watch.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { URLSessionExchanges.shared.begin(exchange, $0) }
    } onCancel: {
      exchange.end(.failure(CancellationError()))
    }
  }

  private func urlRequest(_ request: AuthTransportRequest) throws -> URLRequest {
    guard let scheme = request.url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw Failure.unsupportedAddress
    }
    var result = URLRequest(
      url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
    result.httpMethod = request.method.rawValue
    result.httpShouldHandleCookies = false
    result.httpBody = request.body
    for (name, value) in request.headers {
      guard Self.isHeaderName(name), value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
      else { throw Failure.invalidHeader(name.filter { $0.isASCII && ($0.isLetter || $0 == "-") }) }
      result.setValue(value, forHTTPHeaderField: name)
    }
    return result
  }

  /// A token of RFC 9110 section 5.6.2.
  private static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
