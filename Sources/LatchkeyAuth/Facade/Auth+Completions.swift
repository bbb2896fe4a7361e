import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension Auth {
  @preconcurrency public func signIn(
    with credential: AuthCredential,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: credential) }
  }

  @preconcurrency public func signIn(
    withEmail email: String, password: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, password: password) }
  }

  @preconcurrency public func signIn(
    withEmail email: String, link: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withEmail: email, link: link) }
  }

  @preconcurrency public func signIn(
    withCustomToken token: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(withCustomToken: token) }
  }

  @preconcurrency public func signInAnonymously(
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signInAnonymously() }
  }

  @preconcurrency public func createUser(
    withEmail email: String, password: String,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.createUser(withEmail: email, password: password) }
  }

  @preconcurrency public func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
  }

  @preconcurrency public func revokeToken(
    withAuthorizationCode authorizationCode: String,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
  }

  @preconcurrency public func sendPasswordReset(
    withEmail email: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendPasswordReset(withEmail: email) }
  }

  @preconcurrency public func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings?,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  @preconcurrency public func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  @preconcurrency public func confirmPasswordReset(
    withCode code: String, newPassword: String,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
  }

  @preconcurrency public func checkActionCode(
    _ code: String, completion: (@MainActor @Sendable (ActionCodeInfo?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.checkActionCode(code) }
  }

  @preconcurrency public func verifyPasswordResetCode(
    _ code: String, completion: (@MainActor @Sendable (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.verifyPasswordResetCode(code) }
  }

  @preconcurrency public func applyActionCode(
    _ code: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.applyActionCode(code) }
  }

  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  @preconcurrency public func fetchSignInMethods(
    forEmail email: String, completion: (@MainActor @Sendable ([String]?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.engine.signInMethods(email) }
  }

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
