import HTTPTypes
import Hummingbird
import NIOCore

/// Answers that a browser shows.
enum PageResponse {
  /// Scripts, styles and requests of our own alone; pictures also from a provider.
  private static let contentSecurityPolicy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'",
    "img-src 'self' data: https: http://127.0.0.1:*", "connect-src 'self'", "form-action 'self'",
    "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = contentSecurityPolicy
    // Addresses of these pages may hold a provider's code.
    headers[.referrerPolicy] = "no-referrer"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.frameOptions] = "DENY"
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// Goes to another address; a browser that does not gets a page with a link.
  static func redirect(to location: String, fallback page: String) -> Response {
    var response = html(page, status: .seeOther)
    response.headers[.location] = location
    return response
  }

  static func asset(_ asset: PageAsset) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = asset.contentType
    headers[.cacheControl] = "no-cache"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}

extension HTTPField.Name {
  static let referrerPolicy = HTTPField.Name("referrer-policy")!
  static let frameOptions = HTTPField.Name("x-frame-options")!
}
