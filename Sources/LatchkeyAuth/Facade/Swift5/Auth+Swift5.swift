import Foundation

// FirebaseAuth's own signatures for Swift 5, which checks no closure for data races: see `Completion.swift`.

@available(swift, obsoleted: 6)
extension Auth {
  /// As ``signIn(with:)``.
  public func signIn(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(with: credential, completion: completion.map(onMainActor))
  }

  /// As ``signIn(withEmail:password:)``.
  public func signIn(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(withEmail: email, password: password, completion: completion.map(onMainActor))
  }

  /// As ``signIn(withEmail:link:)``.
  public func signIn(
    withEmail email: String, link: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(withEmail: email, link: link, completion: completion.map(onMainActor))
  }

  /// As ``signIn(withCustomToken:)``.
  public func signIn(
    withCustomToken token: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(withCustomToken: token, completion: completion.map(onMainActor))
  }

  /// As ``signInAnonymously()``.
  public func signInAnonymously(
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signInAnonymously(completion: completion.map(onMainActor))
  }

  /// As ``createUser(withEmail:password:)``.
  public func createUser(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    createUser(withEmail: email, password: password, completion: completion.map(onMainActor))
  }

  /// As ``signIn(with:uiDelegate:)``.
  public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(with: provider, uiDelegate: uiDelegate, completion: completion.map(onMainActor))
  }

  /// As ``revokeToken(withAuthorizationCode:)``.
  public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    revokeToken(withAuthorizationCode: authorizationCode, completion: completion.map(onMainActor))
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  public func sendPasswordReset(
    withEmail email: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    sendPasswordReset(withEmail: email, completion: completion.map(onMainActor))
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    sendPasswordReset(
      withEmail: email, actionCodeSettings: actionCodeSettings, completion: completion.map(onMainActor))
  }

  /// As ``sendSignInLink(toEmail:actionCodeSettings:)``.
  public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    sendSignInLink(
      toEmail: email, actionCodeSettings: actionCodeSettings, completion: completion.map(onMainActor))
  }

  /// As ``confirmPasswordReset(withCode:newPassword:)``.
  public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    confirmPasswordReset(withCode: code, newPassword: newPassword, completion: completion.map(onMainActor))
  }

  /// As ``checkActionCode(_:)``.
  public func checkActionCode(
    _ code: String, completion: ((ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    checkActionCode(code, completion: completion.map(onMainActor))
  }

  /// As ``verifyPasswordResetCode(_:)``.
  public func verifyPasswordResetCode(
    _ code: String, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    verifyPasswordResetCode(code, completion: completion.map(onMainActor))
  }

  /// As ``applyActionCode(_:)``.
  public func applyActionCode(
    _ code: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    applyActionCode(code, completion: completion.map(onMainActor))
  }

  /// As ``fetchSignInMethods(forEmail:)``.
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  public func fetchSignInMethods(
    forEmail email: String, completion: (([String]?, (any Error)?) -> Void)? = nil
  ) {
    fetchSignInMethods(forEmail: email, completion: completion.map(onMainActor))
  }

  /// As ``updateCurrentUser(_:)``.
  public func updateCurrentUser(
    _ user: User?, completion: (((any Error)?) -> Void)? = nil
  ) {
    updateCurrentUser(user, completion: completion.map(onMainActor))
  }

  /// The signed-in user's ID token; nil, and no error, when nobody is signed in. From the first call on tokens are
  /// renewed five minutes before they expire, because other Firebase modules take them by this method.
  public func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping (String?, (any Error)?) -> Void
  ) {
    getToken(forcingRefresh: forceRefresh, completion: onMainActor(callback))
  }
}

@available(swift, obsoleted: 6)
extension Auth {
  /// Calls the listener once soon, and then whenever another user, or none, is signed in; on the main actor.
  @discardableResult public func addStateDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    addStateDidChangeListener(onMainActor(listener))
  }

  /// As `addStateDidChangeListener(_:)`, and whenever the ID token changes.
  @discardableResult public func addIDTokenDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    addIDTokenDidChangeListener(onMainActor(listener))
  }
}
