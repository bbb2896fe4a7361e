import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension Auth {
  /// As ``signIn(with:)``.
  @available(swift, introduced: 6)
  public func signIn(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: credential) }
  }

  /// As ``signIn(withEmail:password:)``.
  @available(swift, introduced: 6)
  public func signIn(
    withEmail email: String, password: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, password: password) }
  }

  /// As ``signIn(withEmail:link:)``.
  @available(swift, introduced: 6)
  public func signIn(
    withEmail email: String, link: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, link: link) }
  }

  /// As ``signIn(withCustomToken:)``.
  @available(swift, introduced: 6)
  public func signIn(
    withCustomToken token: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withCustomToken: token) }
  }

  /// As ``signInAnonymously()``.
  @available(swift, introduced: 6)
  public func signInAnonymously(
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signInAnonymously() }
  }

  /// As ``createUser(withEmail:password:)``.
  @available(swift, introduced: 6)
  public func createUser(
    withEmail email: String, password: String,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.createUser(withEmail: email, password: password) }
  }

  /// As ``signIn(with:uiDelegate:)``.
  @available(swift, introduced: 6)
  public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``revokeToken(withAuthorizationCode:)``.
  @available(swift, introduced: 6)
  public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendPasswordReset(
    withEmail email: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendPasswordReset(withEmail: email) }
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``sendSignInLink(toEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``confirmPasswordReset(withCode:newPassword:)``.
  @available(swift, introduced: 6)
  public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
  }

  /// As ``checkActionCode(_:)``.
  @available(swift, introduced: 6)
  public func checkActionCode(
    _ code: String, completion: (@MainActor (ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.checkActionCode(code) }
  }

  /// As ``verifyPasswordResetCode(_:)``.
  @available(swift, introduced: 6)
  public func verifyPasswordResetCode(
    _ code: String, completion: (@MainActor (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.verifyPasswordResetCode(code) }
  }

  /// As ``applyActionCode(_:)``.
  @available(swift, introduced: 6)
  public func applyActionCode(
    _ code: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.applyActionCode(code) }
  }

  /// As ``fetchSignInMethods(forEmail:)``.
  @available(swift, introduced: 6)
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  public func fetchSignInMethods(
    forEmail email: String, completion: (@MainActor ([String]?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.engine.signInMethods(email) }
  }

  /// As ``updateCurrentUser(_:)``.
  @available(swift, introduced: 6)
  public func updateCurrentUser(
    _ user: User?, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      guard let user else { throw AuthError(.nullUser) }
      try await self.updateCurrentUser(user)
    }
  }

  /// The signed-in user's ID token; nil, and no error, when nobody is signed in. From the first call on tokens are
  /// renewed five minutes before they expire, because other Firebase modules take them by this method.
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
