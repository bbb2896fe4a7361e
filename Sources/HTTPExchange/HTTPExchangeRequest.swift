import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One HTTP request, with limits on its response.
public struct HTTPExchangeRequest: Sendable {
  public var method: String
  public var url: URL
  public var headers: [String: String]
  public var body: Data?
  /// The number of seconds from the request to the last byte of the response, at most a day.
  public var timeout: TimeInterval
  /// The maximum size of the response's body, after decompression.
  public var maximumBodyBytes: Int

  public init(
    method: String, url: URL, headers: [String: String], body: Data?, timeout: TimeInterval,
    maximumBodyBytes: Int
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = min(timeout, 86_400)
    self.maximumBodyBytes = maximumBodyBytes
  }

  func urlRequest() throws -> URLRequest {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw HTTPExchangeFailure.unsupportedAddress
    }
    var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
    result.httpMethod = method
    result.httpShouldHandleCookies = false
    result.httpBody = body
    for (name, value) in headers {
      guard Self.isHeaderName(name), value.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
      else {
        throw HTTPExchangeFailure.invalidHeader(name.filter { $0.isASCII && ($0.isLetter || $0 == "-") })
      }
      result.setValue(value, forHTTPHeaderField: name)
    }
    return result
  }

  /// True for a token of RFC 9110 section 5.6.2.
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
