import HTTPTypes
import Hummingbird
import IdentityWire

/// Refuses requests whose target or headers are not stream-safe. The check runs before routing, because routing
/// compares parts of the path. Escaped text is checked where it is decoded.
struct StreamSafeResponder<Next: HTTPResponder>: HTTPResponder {
  private let next: Next

  init(_ next: Next) { self.next = next }

  func respond(to request: Request, context: Next.Context) async throws -> Response {
    guard Self.allows(request.head) else {
      return APIResponse.error(
        .invalidArgument(
          "The request's address or headers have more than \(StreamSafeText.maximumNonStarters) combining marks in "
            + "a row."))
    }
    return try await next.respond(to: request, context: context)
  }

  private static func allows(_ head: HTTPRequest) -> Bool {
    [head.path, head.authority, head.scheme].allSatisfy { StreamSafeText.accepts($0 ?? "") }
      && head.headerFields.allSatisfy { StreamSafeText.accepts($0.value) }
  }
}
