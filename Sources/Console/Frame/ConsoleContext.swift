import Hummingbird

/// The facts about a request that are not in the request itself.
public protocol ConsoleContext: RequestContext {
  /// The client's address, for rate limits; nil if it is not known.
  var clientAddress: String? { get }
  /// The request's id in logs; may be empty.
  var requestID: String { get }
}
