import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension User {
  @preconcurrency public func updatePassword(
    to password: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePassword(to: password) }
  }

  @preconcurrency public func updatePhoneNumber(
    _ credential: PhoneAuthCredential, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePhoneNumber(credential) }
  }

  @preconcurrency public func reload(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.reload() }
  }

  @preconcurrency public func reauthenticate(
    with credential: AuthCredential,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: credential) }
  }

  @preconcurrency public func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
  }

  @preconcurrency public func getIDToken(
    completion: (@MainActor @Sendable (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken() }
  }

  @preconcurrency public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: (@MainActor @Sendable (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
  }

  @preconcurrency public func getIDTokenResult(
    completion: (@MainActor @Sendable (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult() }
  }

  @preconcurrency public func getIDTokenResult(
    forcingRefresh: Bool, completion: (@MainActor @Sendable (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
  }

  @preconcurrency public func link(
    with credential: AuthCredential,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: credential) }
  }

  @preconcurrency public func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
  }

  @preconcurrency public func unlink(
    fromProvider provider: String, completion: (@MainActor @Sendable (User?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.unlink(fromProvider: provider) }
  }

  @preconcurrency public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
  }

  @preconcurrency public func sendEmailVerification(
    beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  @preconcurrency public func delete(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.delete() }
  }

  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  @preconcurrency public func updateEmail(
    to email: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.update(["email": .string(email)]) }
  }
}
