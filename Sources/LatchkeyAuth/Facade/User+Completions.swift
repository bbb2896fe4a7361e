import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension User {
  /// As ``updatePassword(to:)``.
  @preconcurrency public func updatePassword(
    to password: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePassword(to: password) }
  }

  /// As ``updatePhoneNumber(_:)``.
  @preconcurrency public func updatePhoneNumber(
    _ credential: PhoneAuthCredential, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePhoneNumber(credential) }
  }

  /// As ``reload()``.
  @preconcurrency public func reload(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.reload() }
  }

  /// As ``reauthenticate(with:)``.
  @preconcurrency public func reauthenticate(
    with credential: AuthCredential,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: credential) }
  }

  /// As ``reauthenticate(with:uiDelegate:)``.
  @preconcurrency public func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``getIDToken(forcingRefresh:)``.
  @preconcurrency public func getIDToken(
    completion: (@MainActor @Sendable (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken() }
  }

  /// As ``getIDToken(forcingRefresh:)``.
  @preconcurrency public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: (@MainActor @Sendable (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
  }

  /// As ``getIDTokenResult(forcingRefresh:)``.
  @preconcurrency public func getIDTokenResult(
    completion: (@MainActor @Sendable (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult() }
  }

  /// As ``getIDTokenResult(forcingRefresh:)``.
  @preconcurrency public func getIDTokenResult(
    forcingRefresh: Bool, completion: (@MainActor @Sendable (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
  }

  /// As ``link(with:)``.
  @preconcurrency public func link(
    with credential: AuthCredential,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: credential) }
  }

  /// As ``link(with:uiDelegate:)``.
  @preconcurrency public func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``unlink(fromProvider:)``.
  @preconcurrency public func unlink(
    fromProvider provider: String, completion: (@MainActor @Sendable (User?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.unlink(fromProvider: provider) }
  }

  /// As ``sendEmailVerification(with:)``.
  @preconcurrency public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
  }

  /// As ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``.
  @preconcurrency public func sendEmailVerification(
    beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``delete()``.
  @preconcurrency public func delete(completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.delete() }
  }

  /// As ``updateEmail(to:)``.
  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  @preconcurrency public func updateEmail(
    to email: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.update(["email": .string(email)]) }
  }
}
