import Foundation

// Spellings of the official guides that the official SDK does not have.

extension Auth {
  /// A sign-in with whatever a provider gave, which may be nothing.
  @available(swift, introduced: 6)
  @_disfavoredOverload public func signIn(
    with credential: AuthCredential?,
    completion: (@MainActor (SignInOutcome, (any Error)?) -> Void)?
  ) {
    Task {
      do {
        guard let credential else { throw AuthError(.invalidCredential, "There is no credential.") }
        let result = try await self.signIn(with: credential)
        await completion?(SignInOutcome(result: result), nil)
      } catch {
        await completion?(SignInOutcome(result: nil), AuthError.of(error))
      }
    }
  }
}

extension Auth {
  /// As `signIn(with:completion:)`, with a result that has to be unwrapped.
  @available(swift, introduced: 6)
  @_disfavoredOverload public func signIn(
    with credential: AuthCredential?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?,
    _ unused: Void = ()
  ) {
    complete(completion) {
      guard let credential else { throw AuthError(.invalidCredential, "There is no credential.") }
      return try await self.signIn(with: credential)
    }
  }
}

/// What came of a sign-in, if anything did: its members are those of an ``AuthDataResult``, each of them
/// optional.
@dynamicMemberLookup public struct SignInOutcome: Sendable {
  /// What came of the sign-in; nil when it failed.
  public let result: AuthDataResult?

  /// Of the type that it had when the guides were written, so that their cast does something.
  public var credential: AuthCredential? { result?.credential }

  /// A member of the result; nil when the sign-in failed.
  public subscript<Value>(dynamicMember member: KeyPath<AuthDataResult, Value>) -> Value? {
    result?[keyPath: member]
  }

  /// A member of the result; nil when the sign-in failed, too.
  public subscript<Value>(dynamicMember member: KeyPath<AuthDataResult, Value?>) -> Value? {
    result?[keyPath: member]
  }
}

extension Optional where Wrapped == User {
  /// - Parameter completion: gets a `nullUser` error when nobody is signed in.
  @available(swift, introduced: 6)
  public func link(
    withCredential credential: AuthCredential?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    let user = self
    complete(completion) {
      guard let user else { throw AuthError(.nullUser) }
      guard let credential else { throw AuthError(.invalidCredential, "There is no credential.") }
      return try await user.link(with: credential)
    }
  }

  /// - Parameter completion: gets a `nullUser` error when nobody is signed in.
  @available(swift, introduced: 6)
  public func reauthenticateWithCredential(
    withCredential credential: AuthCredential?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    let user = self
    complete(completion) {
      guard let user else { throw AuthError(.nullUser) }
      guard let credential else { throw AuthError(.invalidCredential, "There is no credential.") }
      return try await user.reauthenticate(with: credential)
    }
  }
}
