import Hummingbird

/// What the console has to know of a request beside the request itself.
public protocol ConsoleContext: RequestContext {
  /// From where it comes, as far as that is known; what limits count by.
  var clientAddress: String? { get }
  /// Tells the request from all others in logs; may be empty.
  var requestID: String { get }
}
