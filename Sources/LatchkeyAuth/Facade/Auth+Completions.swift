import Foundation

// Each operation with a completion. The completion is called once, on the main actor, with either a value or an
// error.

extension Auth {
  /// The completion form of ``signIn(with:)``.
  @available(swift, introduced: 6)
  public func signIn(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: credential) }
  }

  /// The completion form of ``signIn(withEmail:password:)``.
  @available(swift, introduced: 6)
  public func signIn(
    withEmail email: String, password: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, password: password) }
  }

  /// The completion form of ``signIn(withEmail:link:)``.
  @available(swift, introduced: 6)
  public func signIn(
    withEmail email: String, link: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, link: link) }
  }

  /// The completion form of ``signIn(withCustomToken:)``.
  @available(swift, introduced: 6)
  public func signIn(
    withCustomToken token: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withCustomToken: token) }
  }

  /// The completion form of ``signInAnonymously()``.
  @available(swift, introduced: 6)
  public func signInAnonymously(
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signInAnonymously() }
  }

  /// The completion form of ``createUser(withEmail:password:)``.
  @available(swift, introduced: 6)
  public func createUser(
    withEmail email: String, password: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.createUser(withEmail: email, password: password) }
  }

  /// The completion form of ``signIn(with:uiDelegate:)``.
  @available(swift, introduced: 6)
  public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
  }

  /// The completion form of ``revokeToken(withAuthorizationCode:)``.
  @available(swift, introduced: 6)
  public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
  }

  /// The completion form of ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendPasswordReset(
    withEmail email: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendPasswordReset(withEmail: email) }
  }

  /// The completion form of ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// The completion form of ``sendSignInLink(toEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// The completion form of ``confirmPasswordReset(withCode:newPassword:)``.
  @available(swift, introduced: 6)
  public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
  }

  /// The completion form of ``checkActionCode(_:)``.
  @available(swift, introduced: 6)
  public func checkActionCode(
    _ code: String, completion: (@MainActor (ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.checkActionCode(code) }
  }

  /// The completion form of ``verifyPasswordResetCode(_:)``.
  @available(swift, introduced: 6)
  public func verifyPasswordResetCode(
    _ code: String, completion: (@MainActor (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.verifyPasswordResetCode(code) }
  }

  /// The completion form of ``applyActionCode(_:)``.
  @available(swift, introduced: 6)
  public func applyActionCode(
    _ code: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.applyActionCode(code) }
  }

  /// The completion form of ``fetchSignInMethods(forEmail:)``.
  @available(swift, introduced: 6)
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  public func fetchSignInMethods(
    forEmail email: String, completion: (@MainActor ([String]?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.engine.signInMethods(email) }
  }

  /// The completion form of ``updateCurrentUser(_:)``.
  @available(swift, introduced: 6)
  public func updateCurrentUser(
    _ user: User?, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      guard let user else { throw AuthError(.nullUser) }
      try await self.updateCurrentUser(user)
    }
  }

  /// Passes the signed-in user's ID token to the completion. Passes nil, without an error, if no user is signed
  /// in. After the first call, the SDK refreshes tokens five minutes before they expire, because other Firebase
  /// modules get tokens from this method.
  @available(swift, introduced: 6)
  public func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping @MainActor (String?, (any Error)?) -> Void
  ) {
    core.renewProactively()
    guard let user = currentUser else {
      Task { await callback(nil, nil) }
      return
    }
    complete(callback) { try await user.getIDToken(forcingRefresh: forceRefresh) }
  }
}
