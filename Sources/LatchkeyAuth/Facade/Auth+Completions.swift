import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension Auth {
  /// As ``signIn(with:)``.
  public func signIn(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: credential) }
  }

  /// As ``signIn(withEmail:password:)``.
  public func signIn(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, password: password) }
  }

  /// As ``signIn(withEmail:link:)``.
  public func signIn(
    withEmail email: String, link: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, link: link) }
  }

  /// As ``signIn(withCustomToken:)``.
  public func signIn(
    withCustomToken token: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withCustomToken: token) }
  }

  /// As ``signInAnonymously()``.
  public func signInAnonymously(
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signInAnonymously() }
  }

  /// As ``createUser(withEmail:password:)``.
  public func createUser(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.createUser(withEmail: email, password: password) }
  }

  /// As ``signIn(with:uiDelegate:)``.
  public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``revokeToken(withAuthorizationCode:)``.
  public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  public func sendPasswordReset(
    withEmail email: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendPasswordReset(withEmail: email) }
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``sendSignInLink(toEmail:actionCodeSettings:)``.
  public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``confirmPasswordReset(withCode:newPassword:)``.
  public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
  }

  /// As ``checkActionCode(_:)``.
  public func checkActionCode(
    _ code: String, completion: ((ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.checkActionCode(code) }
  }

  /// As ``verifyPasswordResetCode(_:)``.
  public func verifyPasswordResetCode(
    _ code: String, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.verifyPasswordResetCode(code) }
  }

  /// As ``applyActionCode(_:)``.
  public func applyActionCode(
    _ code: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.applyActionCode(code) }
  }

  /// As ``fetchSignInMethods(forEmail:)``.
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  public func fetchSignInMethods(
    forEmail email: String, completion: (([String]?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.engine.signInMethods(email) }
  }

  /// As ``updateCurrentUser(_:)``.
  public func updateCurrentUser(
    _ user: User?, completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      guard let user else { throw AuthError(.nullUser) }
      try await self.updateCurrentUser(user)
    }
  }

  /// The signed-in user's ID token; nil, and no error, when nobody is signed in.
  public func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping (String?, (any Error)?) -> Void
  ) {
    guard let user = currentUser else {
      let callback = Completion(callback)
      Task { await callback(nil, nil) }
      return
    }
    complete(callback) { try await user.getIDToken(forcingRefresh: forceRefresh) }
  }
}
