import HTTPTypes
import Hummingbird
import IdentityWire
import NIOCore

/// Answers that a browser shows.
enum PageResponse {
  /// Scripts, styles and requests of our own alone; pictures also from a provider.
  private static let contentSecurityPolicy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'",
    "img-src 'self' data: https: http://127.0.0.1:*", "connect-src 'self'", "form-action 'self'",
    "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")
  private static let frameContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors "

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

  /// A page that others may have as a frame: those that match one of the sources (CSP level 3 section 2.3.1).
  static func frame(_ text: String, ancestors: [String]) -> Response {
    var response = html(text)
    response.headers[.frameOptions] = nil
    response.headers[.contentSecurityPolicy] =
      frameContentSecurityPolicy + (ancestors.isEmpty ? "'none'" : ancestors.joined(separator: " "))
    return response
  }

  /// Says to a person that their sign-in cannot go on.
  static func failure(_ error: WireError, _ pages: PageRenderer) -> Response {
    let page = HandlerErrorPage(
      title: "The sign-in cannot go on", message: error.detail ?? "The requested action is invalid.",
      code: error.clientCode)
    var response = html(pages.handlerError(page), status: .init(code: error.httpStatus))
    response.askAgain(after: error)
    response.headers[.diagnostic] = error.diagnosticID
    return response
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
    // Apps' pages load the script of ours that they need, also those that load nothing without such a word.
    headers[.crossOriginResourcePolicy] = "cross-origin"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes)))
  }
}

extension Response {
  /// Says when to try again (RFC 9110 section 10.2.3), where the error knows.
  mutating func askAgain(after error: WireError) {
    if let seconds = error.retryAfter { headers[.retryAfter] = String(seconds) }
  }
}

extension HTTPField.Name {
  static let referrerPolicy = HTTPField.Name("referrer-policy")!
  static let crossOriginResourcePolicy = HTTPField.Name("cross-origin-resource-policy")!
  static let frameOptions = HTTPField.Name("x-frame-options")!
}
