import HTTPTypes
import Hummingbird
import Logging
import WebPages

/// Adds the security headers to every response of a production server.
struct SecurityHeaders: RouterMiddleware {
  /// The `max-age` of HSTS in seconds (RFC 6797). 0 omits the header.
  let strictTransportSecurity: Int

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.xContentTypeOptions] = "nosniff"
    if response.headers[.referrerPolicy] == nil { response.headers[.referrerPolicy] = "no-referrer" }
    if strictTransportSecurity > 0 {
      response.headers[.strictTransportSecurity] = "max-age=\(strictTransportSecurity)"
    }
    return response
  }
}

/// Refuses a body before it is read if its `Content-Length` is too large.
struct BodyLimit: RouterMiddleware {
  let maximumBytes: Int

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > maximumBytes {
      throw HTTPError(.contentTooLarge)
    }
    return try await next(request, context)
  }
}

extension HTTPField.Name {
  static let strictTransportSecurity = HTTPField.Name("strict-transport-security")!
}
