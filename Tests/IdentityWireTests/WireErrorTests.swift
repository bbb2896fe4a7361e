import Testing

@testable import IdentityWire

@Suite("Wire errors")
struct WireErrorTests {
  @Test("a message is its code, or its code and a detail")
  func message() {
    #expect(WireError.badRequest("EMAIL_EXISTS").message == "EMAIL_EXISTS")
    #expect(WireError.badRequest("WEAK_PASSWORD", "Too short").message == "WEAK_PASSWORD : Too short")
    #expect(WireError.badRequest("X").because("for the log").message == "X")
    #expect(WireError.badRequest("X").because("for the log").cause == "for the log")
  }

  @Test("each kind has its HTTP status, canonical name and reason")
  func kinds() {
    let kinds: [(WireError, Int, String?, String)] = [
      (.badRequest("X"), 400, nil, "invalid"), (.invalidArgument("X"), 400, "INVALID_ARGUMENT", "invalid"),
      (.unauthenticated("X"), 401, "UNAUTHENTICATED", "authError"),
      (.permissionDenied("X"), 403, "PERMISSION_DENIED", "forbidden"),
      (.notFound("X"), 404, "NOT_FOUND", "notFound"),
      (.notImplemented("X"), 501, "NOT_IMPLEMENTED", "unimplemented"),
      (.tooManyAttempts(retryAfter: 3), 429, "RESOURCE_EXHAUSTED", "rateLimitExceeded"),
      (.unavailable("X", cause: "y"), 503, "UNAVAILABLE", "backendError"),
    ]
    for (error, status, name, reason) in kinds {
      #expect(error.httpStatus == status && error.status == name && error.reason == reason)
    }
    #expect(WireError.tooManyAttempts(retryAfter: 3).retryAfter == 3)
  }
}
