import HTTPTypes
import Hummingbird
import IdentityWire
import NIOCore

/// Makes responses that a browser shows.
public enum PageResponse {
  /// Allows only the server's own scripts, styles and requests. Pictures may also come from a provider.
  public static let contentSecurityPolicy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'",
    "img-src 'self' data: https: http://127.0.0.1:*", "connect-src 'self'", "form-action 'self'",
    "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// - Parameters:
  ///   - policy: the Content-Security-Policy.
  ///   - referrerPolicy: by default, no referrer is sent, because addresses may contain a provider's code. With this
  ///     default, browsers send forms without an origin.
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

  /// Redirects to another address. A browser that does not follow the redirect shows a page with a link.
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
    // Lets the pages of apps load the server's scripts, even if a page requires this header for all its scripts.
    headers[.crossOriginResourcePolicy] = "cross-origin"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}

extension Response {
  /// Adds the header `Retry-After` (RFC 9110 section 10.2.3), if the error says when to retry.
  public mutating func addRetryAfter(for error: WireError) {
    if let seconds = error.retryAfter { headers[.retryAfter] = String(seconds) }
  }
}

extension HTTPField.Name {
  public static let referrerPolicy = HTTPField.Name("referrer-policy")!
  public static let frameOptions = HTTPField.Name("x-frame-options")!
  public static let secFetchSite = HTTPField.Name("sec-fetch-site")!
}
