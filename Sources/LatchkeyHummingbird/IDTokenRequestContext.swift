import Hummingbird
import LatchkeyVerifier

/// A request context with the signed-in user.
public protocol IDTokenRequestContext: RequestContext {
  /// Nil before ``IDTokenMiddleware`` runs, and if the request has no ID token.
  var auth: VerifiedUser? { get set }
}

extension IDTokenRequestContext {
  /// The user, for a handler that requires one.
  ///
  /// - Throws: ``AuthenticationFailure/required``, which the server answers with 401.
  public func requireAuth() throws(AuthenticationFailure) -> VerifiedUser {
    guard let auth else { throw .required }
    return auth
  }
}

/// A context that contains a user and no other values of its own.
public struct BasicIDTokenRequestContext: IDTokenRequestContext {
  public var coreContext: CoreRequestContextStorage
  public var auth: VerifiedUser?

  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
