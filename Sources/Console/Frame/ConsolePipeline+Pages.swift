import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Logging
import NIOCore
import WebPages

extension ConsolePipeline {
  /// The policy of pages: nothing from other origins, no frames except this server's, and no inline scripts.
  static let contentSecurityPolicy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "frame-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  func render(_ page: ConsolePage, _ exchange: Exchange) async -> Response {
    let frame = await frame(around: page, exchange)
    let text = exchange.templates.render(
      page.template, page: page.content, frame: frame, texts: exchange.texts)
    guard let text else {
      exchange.incoming.logger.error("a template is missing", metadata: ["template": "\(page.template)"])
      return Response(status: .internalServerError)
    }
    // With this policy, browsers send the origin of a form to the page's own server.
    var response = PageResponse.html(
      text, status: page.status, policy: Self.contentSecurityPolicy, referrerPolicy: "same-origin")
    response.headers[.crossOriginOpenerPolicy] = "same-origin"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    return response
  }

  /// A page that explains an error. For an unexpected error it only refers to the log.
  func problem(_ error: any Error, _ exchange: Exchange) async -> Response {
    let texts = exchange.texts
    guard let error = WireError(thrown: error) else {
      if error is CancellationError { return Response(status: .serviceUnavailable) }
      exchange.incoming.logger.error(
        "the console failed",
        metadata: ["error": "\(type(of: error))", "request": "\(exchange.incoming.requestID)"])
      return await problem(status: .internalServerError, texts("frame.unexpected"), exchange)
    }
    log(error, exchange)
    var response = await problem(status: .init(code: error.httpStatus), texts.error(error), exchange)
    response.addRetryAfter(for: error)
    return response
  }

  private func problem(status: HTTPResponse.Status, _ message: String, _ exchange: Exchange) async -> Response
  {
    let texts = exchange.texts
    let title =
      switch status.code {
      case 403: texts("frame.forbidden")
      case 404: texts("frame.notFound")
      default: texts("frame.failed")
      }
    struct Content: Sendable {
      let title: String
      let message: String
      let requestID: String?
    }
    let id = exchange.incoming.requestID
    return await render(
      ConsolePage(
        section: .overview, title: title, template: "problem",
        content: Content(title: title, message: message, requestID: id.isEmpty ? nil : id), status: status),
      exchange)
  }

  func log(_ error: WireError, _ exchange: Exchange) {
    guard error.httpStatus >= 500 || error.cause != nil else { return }
    exchange.incoming.logger.log(
      level: error.httpStatus >= 500 ? .error : .info, "the console refused a request",
      metadata: [
        "status": "\(error.httpStatus)", "code": "\(error.code)", "cause": "\(error.cause ?? "")",
      ])
  }
}

extension HTTPField.Name {
  static let crossOriginOpenerPolicy = HTTPField.Name("cross-origin-opener-policy")!
}
