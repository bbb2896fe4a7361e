import Foundation

// API that the official guides use but the official SDK does not have.

extension Auth {
  /// Signs in with an optional credential; nil is reported as an error.
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
  /// Does the same as `signIn(with:completion:)`, with an optional result.
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

/// The result of a sign-in, if it succeeded. Its members are those of an ``AuthDataResult``, all optional.
@dynamicMemberLookup public struct SignInOutcome: Sendable {
  /// The result of the sign-in; nil if it failed.
  public let result: AuthDataResult?

  /// Returns an ``AuthCredential``, as when the guides were written: their code casts the value to a
  /// subclass.
  public var credential: AuthCredential? { result?.credential }

  /// A member of the result; nil if the sign-in failed.
  public subscript<Value>(dynamicMember member: KeyPath<AuthDataResult, Value>) -> Value? {
    result?[keyPath: member]
  }

  /// An optional member of the result; also nil if the sign-in failed.
  public subscript<Value>(dynamicMember member: KeyPath<AuthDataResult, Value?>) -> Value? {
    result?[keyPath: member]
  }
}

extension Optional where Wrapped == User {
  /// - Parameter completion: gets a `nullUser` error if no user is signed in.
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

  /// - Parameter completion: gets a `nullUser` error if no user is signed in.
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
