import HTTPTypes
import Hummingbird
import IdentityWire
import NIOCore

/// Answers that a browser shows.
public enum PageResponse {
  /// Scripts, styles and requests of our own alone; pictures also from a provider.
  public static let contentSecurityPolicy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'",
    "img-src 'self' data: https: http://127.0.0.1:*", "connect-src 'self'", "form-action 'self'",
    "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// - Parameters:
  ///   - policy: the Content-Security-Policy.
  ///   - referrerPolicy: by itself nothing is told to anybody, as addresses may hold a provider's code. Browsers say
  ///     no origin then when they send a form.
  public static func html(
    _ text: String, status: HTTPResponse.Status = .ok, policy: String = contentSecurityPolicy,
    referrerPolicy: String = "no-referrer"
  ) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = policy
    headers[.referrerPolicy] = referrerPolicy
    headers[.xContentTypeOptions] = "nosniff"
    headers[.frameOptions] = "DENY"
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// Goes to another address; a browser that does not gets a page with a link.
  public static func redirect(to location: String, fallback page: String) -> Response {
    var response = html(page, status: .seeOther)
    response.headers[.location] = location
    return response
  }

  public static func asset(_ asset: PageAsset) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = asset.contentType
    headers[.cacheControl] = "no-cache"
    headers[.xContentTypeOptions] = "nosniff"
    // Apps' pages load the script of ours that they need, also those that load nothing without such a word.
    headers[.crossOriginResourcePolicy] = "cross-origin"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}

extension Response {
  /// Says when to try again (RFC 9110 section 10.2.3), where the error knows.
  public mutating func askAgain(after error: WireError) {
    if let seconds = error.retryAfter { headers[.retryAfter] = String(seconds) }
  }
}

extension HTTPField.Name {
  public static let referrerPolicy = HTTPField.Name("referrer-policy")!
  public static let frameOptions = HTTPField.Name("x-frame-options")!
  public static let secFetchSite = HTTPField.Name("sec-fetch-site")!
}
