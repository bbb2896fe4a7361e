import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import WebPages

extension PageResponse {
  private static let frameContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors "

  /// A page that posts what it has, and is led on by the answer. Browsers hold that against `form-action` too, and an
  /// app's scheme is none that it could name.
  static func posting(_ text: String, status: HTTPResponse.Status) -> Response {
    let directives = contentSecurityPolicy.components(separatedBy: "; ")
    return html(
      text, status: status,
      policy: directives.filter { !$0.hasPrefix("form-action") }.joined(separator: "; "))
  }

  /// A page that others may have as a frame: those that match one of the sources (CSP level 3 section 2.3.1).
  static func frame(_ text: String, ancestors: [String]) -> Response {
    let sources = ancestors.isEmpty ? "'none'" : ancestors.joined(separator: " ")
    var response = html(text, policy: frameContentSecurityPolicy + sources)
    response.headers[.frameOptions] = nil
    return response
  }

  /// Says to a person that their sign-in cannot go on.
  static func failure(_ error: IdentityError, _ pages: PageRenderer) -> Response {
    let answer = WireError(error)
    let page = HandlerErrorPage(
      title: "The sign-in cannot go on", message: error.detail ?? "The requested action is invalid.",
      code: error.clientCode)
    var response = html(pages.handlerError(page), status: .init(code: answer.httpStatus))
    response.askAgain(after: answer)
    response.headers[.diagnostic] = error.diagnosticID
    return response
  }
}
