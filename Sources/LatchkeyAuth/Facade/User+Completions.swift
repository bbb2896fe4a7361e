import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension User {
  /// As ``updatePassword(to:)``.
  @available(swift, introduced: 6)
  public func updatePassword(
    to password: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePassword(to: password) }
  }

  /// As ``updatePhoneNumber(_:)``.
  @available(swift, introduced: 6)
  public func updatePhoneNumber(
    _ credential: PhoneAuthCredential, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePhoneNumber(credential) }
  }

  /// As ``reload()``.
  @available(swift, introduced: 6)
  public func reload(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.reload() }
  }

  /// As ``reauthenticate(with:)``.
  @available(swift, introduced: 6)
  public func reauthenticate(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: credential) }
  }

  /// As ``reauthenticate(with:uiDelegate:)``.
  @available(swift, introduced: 6)
  public func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``getIDToken(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDToken(
    completion: (@MainActor (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken() }
  }

  /// As ``getIDToken(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: (@MainActor (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
  }

  /// As ``getIDTokenResult(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDTokenResult(
    completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult() }
  }

  /// As ``getIDTokenResult(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDTokenResult(
    forcingRefresh: Bool, completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
  }

  /// As ``link(with:)``.
  @available(swift, introduced: 6)
  public func link(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: credential) }
  }

  /// As ``link(with:uiDelegate:)``.
  @available(swift, introduced: 6)
  public func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``unlink(fromProvider:)``.
  @available(swift, introduced: 6)
  public func unlink(
    fromProvider provider: String, completion: (@MainActor (User?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.unlink(fromProvider: provider) }
  }

  /// As ``sendEmailVerification(with:)``.
  @available(swift, introduced: 6)
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
  }

  /// As ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendEmailVerification(
    beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``delete()``.
  @available(swift, introduced: 6)
  public func delete(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.delete() }
  }

  /// As ``updateEmail(to:)``.
  @available(swift, introduced: 6)
  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  public func updateEmail(
    to email: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.update(["email": .string(email)]) }
  }
}
