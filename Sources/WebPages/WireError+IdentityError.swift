import Identity
import IdentityWire

/// The only translation of the domain's errors to the protocol's.
extension WireError {
  public init(_ error: IdentityError) {
    let (httpStatus, status, reason): (Int, String?, String) =
      switch error.kind {
      // Most errors of the Identity Toolkit have no status name.
      case .refused: (400, nil, "invalid")
      case .conflict: (409, nil, "invalid")
      case .malformed: (400, "INVALID_ARGUMENT", "invalid")
      case .missing: (404, "NOT_FOUND", "notFound")
      case .forbidden: (403, "PERMISSION_DENIED", "forbidden")
      case .busy: (429, "RESOURCE_EXHAUSTED", "rateLimitExceeded")
      case .unavailable: (503, "UNAVAILABLE", "backendError")
      case .unimplemented: (501, "NOT_IMPLEMENTED", "unimplemented")
      }
    self.init(
      httpStatus: httpStatus, code: error.name, detail: error.detail, status: status,
      reason: reason, retryAfter: error.retryAfter, cause: error.cause)
    diagnosticID = error.diagnosticID
  }

  /// Translates an error of any layer. Nil if the error belongs to neither the protocol nor the domain.
  public init?(thrown error: any Error) {
    switch error {
    case let error as WireError: self = error
    case let error as IdentityError: self.init(error)
    case let error as MessageFault: self = error.wireError
    default: return nil
    }
  }
}
