import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension Auth {
  /// As ``signIn(with:)``.
  @preconcurrency public func signIn(
    with credential: AuthCredential,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: credential) }
  }

  /// As ``signIn(withEmail:password:)``.
  @preconcurrency public func signIn(
    withEmail email: String, password: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, password: password) }
  }

  /// As ``signIn(withEmail:link:)``.
  @preconcurrency public func signIn(
    withEmail email: String, link: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, link: link) }
  }

  /// As ``signIn(withCustomToken:)``.
  @preconcurrency public func signIn(
    withCustomToken token: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withCustomToken: token) }
  }

  /// As ``signInAnonymously()``.
  @preconcurrency public func signInAnonymously(
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signInAnonymously() }
  }

  /// As ``createUser(withEmail:password:)``.
  @preconcurrency public func createUser(
    withEmail email: String, password: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.createUser(withEmail: email, password: password) }
  }

  /// As ``signIn(with:uiDelegate:)``.
  @preconcurrency public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``revokeToken(withAuthorizationCode:)``.
  @preconcurrency public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  @preconcurrency public func sendPasswordReset(
    withEmail email: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendPasswordReset(withEmail: email) }
  }

  /// As ``sendPasswordReset(withEmail:actionCodeSettings:)``.
  @preconcurrency public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``sendSignInLink(toEmail:actionCodeSettings:)``.
  @preconcurrency public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``confirmPasswordReset(withCode:newPassword:)``.
  @preconcurrency public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
  }

  /// As ``checkActionCode(_:)``.
  @preconcurrency public func checkActionCode(
    _ code: String, completion: (@MainActor @Sendable (ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.checkActionCode(code) }
  }

  /// As ``verifyPasswordResetCode(_:)``.
  @preconcurrency public func verifyPasswordResetCode(
    _ code: String, completion: (@MainActor @Sendable (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.verifyPasswordResetCode(code) }
  }

  /// As ``applyActionCode(_:)``.
  @preconcurrency public func applyActionCode(
    _ code: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.applyActionCode(code) }
  }

  /// As ``fetchSignInMethods(forEmail:)``.
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  @preconcurrency public func fetchSignInMethods(
    forEmail email: String, completion: (@MainActor @Sendable ([String]?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.engine.signInMethods(email) }
  }

  /// As ``updateCurrentUser(_:)``.
  @preconcurrency public func updateCurrentUser(
    _ user: User?, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      guard let user else { throw AuthError(.nullUser) }
      try await self.updateCurrentUser(user)
    }
  }

  /// The signed-in user's ID token; nil, and no error, when nobody is signed in.
  @preconcurrency public func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping @MainActor @Sendable (String?, (any Error)?) -> Void
  ) {
    guard let user = currentUser else {
      DispatchQueue.main.async { MainActor.assumeIsolated { callback(nil, nil) } }
      return
    }
    complete(callback) { try await user.getIDToken(forcingRefresh: forceRefresh) }
  }
}
