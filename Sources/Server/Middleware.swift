import HTTPTypes
import Hummingbird
import IdentityWire
import Logging

/// Converts every error to a response in the API's format, and logs the details that clients must not receive.
struct ErrorMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      let path = request.uri.path.prefix(utf8Bytes: 200)
      if error.status == .methodNotAllowed {
        return APIResponse.error(
          WireError(
            httpStatus: 405, code: "Method \(request.method.rawValue.prefix(20)) not allowed for \(path)"))
      }
      if error.status == .notFound {
        return APIResponse.error(.notFound("The requested URL \(path) was not found on this server."))
      }
      return APIResponse.error(WireError(httpStatus: error.status.code, code: error.status.reasonPhrase))
    } catch is CancellationError {
      return APIResponse.error(.unavailable("UNAVAILABLE", cause: "cancelled"))
    } catch {
      let failure =
        WireError(thrown: error) ?? .unavailable("INTERNAL_ERROR", cause: "\(type(of: error))")
      log(failure, request, context)
      return APIResponse.error(failure)
    }
  }

  private func log(_ error: WireError, _ request: Request, _ context: ServerContext) {
    guard error.httpStatus >= 500 || error.cause != nil || error.diagnosticID != nil else { return }
    var metadata: Logger.Metadata = [
      "route": "\(RequestObservation.route(of: context))", "status": "\(error.httpStatus)",
      "code": "\(error.code)",
      "cause": "\(error.cause ?? "")",
    ]
    if let id = error.diagnosticID { metadata["diagnostic"] = "\(id)" }
    context.logger.log(
      level: error.httpStatus >= 500 && error.httpStatus != 501 ? .error : .info, "request refused",
      metadata: metadata)
  }
}

/// Lets pages of any origin call the API. The API is authorized by keys and tokens, never by cookies.
struct CrossOriginMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    guard let origin = request.headers[.origin] else {
      var response = try await next(request, context)
      // A cache must not give this response to a page of another origin: it lacks the header that allows the page's
      // origin.
      if Self.isOpen(request.canonicalPath, to: "") { response.headers.varyByOrigin() }
      return response
    }
    guard Self.isOpen(request.canonicalPath, to: origin) else { return try await next(request, context) }
    var response: Response
    if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
      response = Response(status: .noContent)
      response.headers[.accessControlAllowMethods] = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
      response.headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders] ?? "*"
      response.headers[.accessControlMaxAge] = "3600"
      if request.headers[.requestPrivateNetwork] == "true" {
        response.headers[.allowPrivateNetwork] = "true"
      }
    } else {
      response = try await next(request, context)
    }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers.varyByOrigin()
    return response
  }

  /// True if pages of the origin may read the path. Only origins on this machine may read the emulator's control
  /// routes, for tests in a browser.
  private static func isOpen(_ path: String, to origin: String) -> Bool {
    if path.hasPrefix("/emulator/v1/") { return LoopbackOnlyMiddleware.isLoopback(origin: origin) }
    // A page of another origin must be able to load scripts that are modules.
    if path.hasPrefix(ClientScriptRoutes.path) { return true }
    return !["/__/", "/console", "/emulator/", "/lab", "/inbox", "/sample"].contains { path.hasPrefix($0) }
  }
}

extension Request {
  /// The path as the router interprets it. The router ignores empty parts, so `//emulator/v1` means `/emulator/v1`.
  fileprivate var canonicalPath: String {
    let path = uri.path
    var last: UInt8?
    for byte in path.utf8 {
      guard byte != UInt8(ascii: "/") || last != byte else { return Self.withoutEmptyParts(path) }
      last = byte
    }
    return path.utf8.first == UInt8(ascii: "/") && (last != UInt8(ascii: "/") || path.utf8.count == 1)
      ? path : Self.withoutEmptyParts(path)
  }

  private static func withoutEmptyParts(_ path: String) -> String {
    "/" + path.split(separator: "/").joined(separator: "/")
  }
}

extension HTTPFields {
  fileprivate mutating func varyByOrigin() {
    self[.vary] = self[.vary].map { $0 + ", Origin" } ?? "Origin"
  }
}

extension HTTPField.Name {
  static let requestPrivateNetwork = HTTPField.Name("access-control-request-private-network")!
  static let allowPrivateNetwork = HTTPField.Name("access-control-allow-private-network")!
}

/// Restricts the development server to this machine. A page of another site must not reach it, neither by a name that
/// resolves to this machine (DNS rebinding) nor as another origin.
struct LoopbackOnlyMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    guard let authority = request.head.authority, Self.isLoopback(authority) else {
      throw WireError.permissionDenied(
        "The development server answers to loopback names only. Use 127.0.0.1 or localhost.")
    }
    // A sandboxed frame of any site has the origin "null", so "null" does not count as this machine.
    let path = request.canonicalPath
    let isProtected =
      Self.controlPaths.contains(where: path.hasPrefix) || request.headers[.authorization] != nil
    if isProtected, let origin = request.headers[.origin], !Self.isLoopback(origin: origin) {
      throw WireError.permissionDenied("Other sites cannot use the development server's control interface.")
    }
    return try await next(request, context)
  }

  private static let controlPaths = ["/console", "/emulator/v1/", "/inbox", "/lab/control", "/sample"]

  /// True for an origin on this machine. False for 10.0.2.2, which may be a page of another machine.
  static func isLoopback(origin: String) -> Bool {
    guard let scheme = origin.range(of: "://") else { return false }
    let authority = String(origin[scheme.upperBound...])
    return isLoopback(authority) && !authority.hasPrefix("10.")
  }

  /// True for `host` or `host:port` on this machine. The Android emulator calls its host's loopback address
  /// 10.0.2.2.
  static func isLoopback(_ authority: String) -> Bool {
    var host = authority.lowercased()
    // Searches bytes: a search by characters from the end reads the whole text in some scripts.
    let bytes = host.utf8
    if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), bytes.last != UInt8(ascii: "]") {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      guard bytes[bytes.index(after: colon)...].allSatisfy({ digits.contains($0) }) else { return false }
      host = String(host[..<colon])
    }
    return ["localhost", "127.0.0.1", "[::1]", "10.0.2.2"].contains(host) || host.hasSuffix(".localhost")
  }
}
