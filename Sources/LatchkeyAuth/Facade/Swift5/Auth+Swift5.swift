import Foundation

// FirebaseAuth's own signatures for Swift 5, which does not check closures for data races: see
// `Completion.swift`.

@available(swift, obsoleted: 6)
extension Auth {
  /// The completion form of ``signIn(with:)``.
  public func signIn(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(with: credential, completion: completion.map(onMainActor))
  }

  /// The completion form of ``signIn(withEmail:password:)``.
  public func signIn(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(withEmail: email, password: password, completion: completion.map(onMainActor))
  }

  /// The completion form of ``signIn(withEmail:link:)``.
  public func signIn(
    withEmail email: String, link: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(withEmail: email, link: link, completion: completion.map(onMainActor))
  }

  /// The completion form of ``signIn(withCustomToken:)``.
  public func signIn(
    withCustomToken token: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(withCustomToken: token, completion: completion.map(onMainActor))
  }

  /// The completion form of ``signInAnonymously()``.
  public func signInAnonymously(
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signInAnonymously(completion: completion.map(onMainActor))
  }

  /// The completion form of ``createUser(withEmail:password:)``.
  public func createUser(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    createUser(withEmail: email, password: password, completion: completion.map(onMainActor))
  }

  /// The completion form of ``signIn(with:uiDelegate:)``.
  public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(with: provider, uiDelegate: uiDelegate, completion: completion.map(onMainActor))
  }

  /// The completion form of ``revokeToken(withAuthorizationCode:)``.
  public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    revokeToken(withAuthorizationCode: authorizationCode, completion: completion.map(onMainActor))
  }

  /// The completion form of ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  public func sendPasswordReset(
    withEmail email: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    sendPasswordReset(withEmail: email, completion: completion.map(onMainActor))
  }

  /// The completion form of ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    sendPasswordReset(
      withEmail: email, actionCodeSettings: actionCodeSettings, completion: completion.map(onMainActor))
  }

  /// The completion form of ``sendSignInLink(toEmail:actionCodeSettings:)``.
  public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    sendSignInLink(
      toEmail: email, actionCodeSettings: actionCodeSettings, completion: completion.map(onMainActor))
  }

  /// The completion form of ``confirmPasswordReset(withCode:newPassword:)``.
  public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    confirmPasswordReset(withCode: code, newPassword: newPassword, completion: completion.map(onMainActor))
  }

  /// The completion form of ``checkActionCode(_:)``.
  public func checkActionCode(
    _ code: String, completion: ((ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    checkActionCode(code, completion: completion.map(onMainActor))
  }

  /// The completion form of ``verifyPasswordResetCode(_:)``.
  public func verifyPasswordResetCode(
    _ code: String, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    verifyPasswordResetCode(code, completion: completion.map(onMainActor))
  }

  /// The completion form of ``applyActionCode(_:)``.
  public func applyActionCode(
    _ code: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    applyActionCode(code, completion: completion.map(onMainActor))
  }

  /// The completion form of ``fetchSignInMethods(forEmail:)``.
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  public func fetchSignInMethods(
    forEmail email: String, completion: (([String]?, (any Error)?) -> Void)? = nil
  ) {
    fetchSignInMethods(forEmail: email, completion: completion.map(onMainActor))
  }

  /// The completion form of ``updateCurrentUser(_:)``.
  public func updateCurrentUser(
    _ user: User?, completion: (((any Error)?) -> Void)? = nil
  ) {
    updateCurrentUser(user, completion: completion.map(onMainActor))
  }

  /// Passes the signed-in user's ID token to the completion. Passes nil, without an error, if no user is signed
  /// in. After the first call, the SDK refreshes tokens five minutes before they expire, because other Firebase
  /// modules get tokens from this method.
  public func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping (String?, (any Error)?) -> Void
  ) {
    getToken(forcingRefresh: forceRefresh, completion: onMainActor(callback))
  }
}

@available(swift, obsoleted: 6)
extension Auth {
  /// Calls the listener on the main actor: once soon, and then at every sign-in, sign-out and change of user.
  @discardableResult public func addStateDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    addStateDidChangeListener(onMainActor(listener))
  }

  /// Calls the listener as `addStateDidChangeListener(_:)` does, and also whenever the ID token changes.
  @discardableResult public func addIDTokenDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    addIDTokenDidChangeListener(onMainActor(listener))
  }
}
