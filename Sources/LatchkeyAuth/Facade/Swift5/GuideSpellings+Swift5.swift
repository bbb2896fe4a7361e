import Foundation

// FirebaseAuth's own signatures for Swift 5, which checks no closure for data races: see `Completion.swift`.

@available(swift, obsoleted: 6)
extension Auth {
  /// A sign-in with whatever a provider gave, which may be nothing.
  @_disfavoredOverload public func signIn(
    with credential: AuthCredential?,
    completion: ((SignInOutcome, (any Error)?) -> Void)?
  ) {
    signIn(with: credential, completion: completion.map(onMainActor))
  }

  /// As `signIn(with:completion:)`, with a result that has to be unwrapped.
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
  /// - Parameter completion: gets a `nullUser` error when nobody is signed in.
  public func link(
    withCredential credential: AuthCredential?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    link(withCredential: credential, completion: completion.map(onMainActor))
  }

  /// - Parameter completion: gets a `nullUser` error when nobody is signed in.
  public func reauthenticateWithCredential(
    withCredential credential: AuthCredential?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    reauthenticateWithCredential(withCredential: credential, completion: completion.map(onMainActor))
  }
}
