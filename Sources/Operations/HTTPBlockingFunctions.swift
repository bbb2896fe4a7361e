import IdentityProviders
import IdentityWire

/// Calls blocking functions over HTTP.
public struct HTTPBlockingFunctions: BlockingFunctionCaller {
  private let http: OutgoingHTTP

  public init(http: OutgoingHTTP) { self.http = http }

  public func call(_ call: BlockingFunctionCall) async throws(WireError) -> BlockingFunctionAnswer? {
    throw .notImplemented("Blocking functions are not implemented.")
  }
}
