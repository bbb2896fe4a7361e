/// An error of the protocol, with the part for clients and the part for the log.
///
/// Clients decide by `message`, which is a code (`EMAIL_EXISTS`). `detail` follows it after " : ", as in the official
/// services. Neither may contain a secret, except a link that only the caller will follow. ``cause`` is for the log,
/// and may not contain secrets either.
public struct WireError: Error, Sendable {
  /// The HTTP status of the response.
  public var httpStatus: Int
  public var code: String
  public var detail: String?
  /// The canonical status name. Most errors of the Identity Toolkit have none.
  public var status: String?
  public var reason: String
  /// The number of seconds after which the client may retry, sent as `Retry-After`.
  public var retryAfter: Int?
  public var cause: String?
  /// The id with which the operator can find the failed check, sent in a header.
  public var diagnosticID: String?

  public init(
    httpStatus: Int = 400, code: String, detail: String? = nil, status: String? = nil,
    reason: String = "invalid", retryAfter: Int? = nil, cause: String? = nil
  ) {
    self.httpStatus = httpStatus
    self.code = code
    self.detail = detail
    self.status = status
    self.reason = reason
    self.retryAfter = retryAfter
    self.cause = cause
  }

  public var message: String { detail.map { "\(code) : \($0)" } ?? code }

  /// Returns the error with a cause for the log.
  public func because(_ cause: String) -> WireError {
    var copy = self
    copy.cause = cause
    return copy
  }
}

extension WireError {
  /// Returns an error with status 400, a code and perhaps a detail. Almost all errors of operations have this form.
  public static func badRequest(_ code: String, _ detail: String? = nil) -> WireError {
    WireError(code: code, detail: detail)
  }

  public static func invalidArgument(_ message: String, reason: String = "invalid") -> WireError {
    WireError(code: message, status: "INVALID_ARGUMENT", reason: reason)
  }

  public static func unauthenticated(_ message: String) -> WireError {
    WireError(httpStatus: 401, code: message, status: "UNAUTHENTICATED", reason: "authError")
  }

  public static func permissionDenied(_ message: String) -> WireError {
    WireError(httpStatus: 403, code: message, status: "PERMISSION_DENIED", reason: "forbidden")
  }

  public static func notFound(_ message: String) -> WireError {
    WireError(httpStatus: 404, code: message, status: "NOT_FOUND", reason: "notFound")
  }

  public static func notImplemented(_ message: String) -> WireError {
    WireError(httpStatus: 501, code: message, status: "NOT_IMPLEMENTED", reason: "unimplemented")
  }

  /// Returns the error for a busy server: the bounded queue of costly work is full.
  public static func tooManyAttempts(retryAfter: Int) -> WireError {
    WireError(
      httpStatus: 429, code: "TOO_MANY_ATTEMPTS_TRY_LATER", status: "RESOURCE_EXHAUSTED",
      reason: "rateLimitExceeded", retryAfter: retryAfter)
  }

  /// Returns the error for a dependency that does not respond. The request may succeed a second later.
  public static func unavailable(_ code: String, cause: String) -> WireError {
    WireError(
      httpStatus: 503, code: code, status: "UNAVAILABLE", reason: "backendError", retryAfter: 1, cause: cause)
  }
}
