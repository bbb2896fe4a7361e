import Hummingbird
import LatchkeyVerifier

/// A request context that knows who is signed in.
public protocol IDTokenRequestContext: RequestContext {
  /// Nil before ``IDTokenMiddleware``, and when it let in somebody who is not signed in.
  var auth: VerifiedUser? { get set }
}

extension IDTokenRequestContext {
  /// The user, for a handler that is for users alone.
  ///
  /// - Throws: ``AuthenticationFailure/required``, which is answered with 401.
  public func requireAuth() throws(AuthenticationFailure) -> VerifiedUser {
    guard let auth else { throw .required }
    return auth
  }
}

/// A context with a user and nothing else of its own.
public struct BasicIDTokenRequestContext: IDTokenRequestContext {
  public var coreContext: CoreRequestContextStorage
  public var auth: VerifiedUser?

  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
