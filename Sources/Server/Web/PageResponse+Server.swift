import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import WebPages

extension PageResponse {
  private static let frameContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors "

  /// A page that posts a form and follows the redirect in the response. Its policy has no `form-action`: browsers also
  /// apply that directive to the redirect, and the directive cannot name an app's scheme.
  static func posting(_ text: String, status: HTTPResponse.Status) -> Response {
    let directives = contentSecurityPolicy.components(separatedBy: "; ")
    return html(
      text, status: status,
      policy: directives.filter { !$0.hasPrefix("form-action") }.joined(separator: "; "))
  }

  /// A page that other pages may show in a frame, if they match one of the sources (CSP level 3 section 2.3.1).
  static func frame(_ text: String, ancestors: [String]) -> Response {
    let sources = ancestors.isEmpty ? "'none'" : ancestors.joined(separator: " ")
    var response = html(text, policy: frameContentSecurityPolicy + sources)
    response.headers[.frameOptions] = nil
    return response
  }

  /// A page that shows the server's own pages in frames.
  static func framing(_ text: String) -> Response {
    html(text, policy: contentSecurityPolicy + "; frame-src 'self'")
  }

  /// The HTML of a mail, for a frame of the server's own page. It can run nothing, load nothing and send nothing, and
  /// has no origin. Its links open in new pages.
  static func mail(_ html: String) -> Response {
    var document = html.trimmingCharacters(in: .whitespacesAndNewlines).unicodeScalars
    let hasType = document.starts(with: "<!".unicodeScalars)
    let start = hasType ? document.firstIndex(of: ">").map(document.index(after:)) : nil
    // The server's `base` element precedes the mail, because only the first `base` element applies (HTML section
    // 4.2.3).
    document.insert(contentsOf: "<base target=\"_blank\">".unicodeScalars, at: start ?? document.startIndex)
    var response = Self.html(String(document), policy: mailContentSecurityPolicy)
    response.headers[.frameOptions] = "SAMEORIGIN"
    response.headers[.dnsPrefetchControl] = "off"
    return response
  }

  private static let mailContentSecurityPolicy = [
    "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'", "sandbox allow-popups allow-popups-to-escape-sandbox",
  ].joined(separator: "; ")

  /// A page that tells the user that the sign-in cannot continue.
  static func failure(_ error: IdentityError, _ pages: PageRenderer) -> Response {
    let answer = WireError(error)
    let page = HandlerErrorPage(
      title: "The sign-in cannot go on", message: error.detail ?? "The requested action is invalid.",
      code: error.clientCode)
    var response = html(pages.handlerError(page), status: .init(code: answer.httpStatus))
    response.addRetryAfter(for: answer)
    response.headers[.diagnostic] = error.diagnosticID
    return response
  }
}

extension HTTPField.Name {
  static let dnsPrefetchControl = HTTPField.Name("x-dns-prefetch-control")!
}
