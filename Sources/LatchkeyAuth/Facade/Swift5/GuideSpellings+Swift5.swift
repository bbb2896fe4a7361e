import Foundation

// FirebaseAuth's own signatures for Swift 5, which does not check closures for data races: see
// `Completion.swift`.

@available(swift, obsoleted: 6)
extension Auth {
  /// Signs in with an optional credential; nil is reported as an error.
  @_disfavoredOverload public func signIn(
    with credential: AuthCredential?,
    completion: ((SignInOutcome, (any Error)?) -> Void)?
  ) {
    signIn(with: credential, completion: completion.map(onMainActor))
  }

  /// Does the same as `signIn(with:completion:)`, with an optional result.
  @_disfavoredOverload public func signIn(
    with credential: AuthCredential?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)?,
    _ unused: Void = ()
  ) {
    signIn(with: credential, completion: completion.map(onMainActor))
  }
}

@available(swift, obsoleted: 6)
extension Optional where Wrapped == User {
  /// - Parameter completion: gets a `nullUser` error if no user is signed in.
  public func link(
    withCredential credential: AuthCredential?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    link(withCredential: credential, completion: completion.map(onMainActor))
  }

  /// - Parameter completion: gets a `nullUser` error if no user is signed in.
  public func reauthenticateWithCredential(
    withCredential credential: AuthCredential?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    reauthenticateWithCredential(withCredential: credential, completion: completion.map(onMainActor))
  }
}
