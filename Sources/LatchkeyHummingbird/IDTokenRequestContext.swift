import Hummingbird
import LatchkeyVerifier

/// A request context with the signed-in user.
public protocol IDTokenRequestContext: RequestContext {
  /// Nil before ``IDTokenMiddleware``, and if nobody is signed in.
  var auth: VerifiedUser? { get set }
}

extension IDTokenRequestContext {
  /// The user, for a handler that requires one.
  ///
  /// - Throws: ``AuthenticationFailure/required``, which is answered with 401.
  public func requireAuth() throws(AuthenticationFailure) -> VerifiedUser {
    guard let auth else { throw .required }
    return auth
  }
}

/// A context with a user and no other values of its own.
public struct BasicIDTokenRequestContext: IDTokenRequestContext {
  public var coreContext: CoreRequestContextStorage
  public var auth: VerifiedUser?

  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
