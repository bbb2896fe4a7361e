import Foundation

// FirebaseAuth's own signatures for Swift 5, which does not check closures for data races: see
// `Completion.swift`.

@available(swift, obsoleted: 6)
extension User {
  /// The completion form of ``updatePassword(to:)``.
  public func updatePassword(
    to password: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    updatePassword(to: password, completion: completion.map(onMainActor))
  }

  /// The completion form of ``updatePhoneNumber(_:)``.
  public func updatePhoneNumber(
    _ credential: PhoneAuthCredential, completion: (((any Error)?) -> Void)? = nil
  ) {
    updatePhoneNumber(credential, completion: completion.map(onMainActor))
  }

  /// The completion form of ``reload()``.
  public func reload(completion: (((any Error)?) -> Void)? = nil) {
    reload(completion: completion.map(onMainActor))
  }

  /// The completion form of ``reauthenticate(with:)``.
  public func reauthenticate(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    reauthenticate(with: credential, completion: completion.map(onMainActor))
  }

  /// The completion form of ``reauthenticate(with:uiDelegate:)``.
  public func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    reauthenticate(with: provider, uiDelegate: uiDelegate, completion: completion.map(onMainActor))
  }

  /// The completion form of ``getIDToken(forcingRefresh:)``.
  public func getIDToken(
    completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    getIDToken(completion: completion.map(onMainActor))
  }

  /// The completion form of ``getIDToken(forcingRefresh:)``.
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    getIDTokenForcingRefresh(forceRefresh, completion: completion.map(onMainActor))
  }

  /// The completion form of ``getIDTokenResult(forcingRefresh:)``.
  public func getIDTokenResult(
    completion: ((AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    getIDTokenResult(completion: completion.map(onMainActor))
  }

  /// The completion form of ``getIDTokenResult(forcingRefresh:)``.
  public func getIDTokenResult(
    forcingRefresh: Bool, completion: ((AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    getIDTokenResult(forcingRefresh: forcingRefresh, completion: completion.map(onMainActor))
  }

  /// The completion form of ``link(with:)``.
  public func link(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    link(with: credential, completion: completion.map(onMainActor))
  }

  /// The completion form of ``link(with:uiDelegate:)``.
  public func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    link(with: provider, uiDelegate: uiDelegate, completion: completion.map(onMainActor))
  }

  /// The completion form of ``unlink(fromProvider:)``.
  public func unlink(
    fromProvider provider: String, completion: ((User?, (any Error)?) -> Void)? = nil
  ) {
    unlink(fromProvider: provider, completion: completion.map(onMainActor))
  }

  /// The completion form of ``sendEmailVerification(with:)``.
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    sendEmailVerification(with: actionCodeSettings, completion: completion.map(onMainActor))
  }

  /// The completion form of ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``.
  public func sendEmailVerification(
    beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    sendEmailVerification(
      beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings,
      completion: completion.map(onMainActor))
  }

  /// The completion form of ``delete()``.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    delete(completion: completion.map(onMainActor))
  }

  /// The completion form of ``updateEmail(to:)``.
  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  public func updateEmail(
    to email: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    updateEmail(to: email, completion: completion.map(onMainActor))
  }
}

@available(swift, obsoleted: 6)
extension UserProfileChangeRequest {
  /// The completion form of ``commitChanges()``.
  public func commitChanges(
    completion: (((any Error)?) -> Void)? = nil
  ) {
    commitChanges(completion: completion.map(onMainActor))
  }
}
