import Foundation

// Each operation with a completion. The completion is called once, on the main actor, with either a value or an
// error.

extension User {
  /// The completion form of ``updatePassword(to:)``.
  @available(swift, introduced: 6)
  public func updatePassword(
    to password: String, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePassword(to: password) }
  }

  /// The completion form of ``updatePhoneNumber(_:)``.
  @available(swift, introduced: 6)
  public func updatePhoneNumber(
    _ credential: PhoneAuthCredential, completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePhoneNumber(credential) }
  }

  /// The completion form of ``reload()``.
  @available(swift, introduced: 6)
  public func reload(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.reload() }
  }

  /// The completion form of ``reauthenticate(with:)``.
  @available(swift, introduced: 6)
  public func reauthenticate(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: credential) }
  }

  /// The completion form of ``reauthenticate(with:uiDelegate:)``.
  @available(swift, introduced: 6)
  public func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
  }

  /// The completion form of ``getIDToken(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDToken(
    completion: (@MainActor (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken() }
  }

  /// The completion form of ``getIDToken(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: (@MainActor (String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
  }

  /// The completion form of ``getIDTokenResult(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDTokenResult(
    completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult() }
  }

  /// The completion form of ``getIDTokenResult(forcingRefresh:)``.
  @available(swift, introduced: 6)
  public func getIDTokenResult(
    forcingRefresh: Bool, completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
  }

  /// The completion form of ``link(with:)``.
  @available(swift, introduced: 6)
  public func link(
    with credential: AuthCredential,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: credential) }
  }

  /// The completion form of ``link(with:uiDelegate:)``.
  @available(swift, introduced: 6)
  public func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
  }

  /// The completion form of ``unlink(fromProvider:)``.
  @available(swift, introduced: 6)
  public func unlink(
    fromProvider provider: String, completion: (@MainActor (User?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.unlink(fromProvider: provider) }
  }

  /// The completion form of ``sendEmailVerification(with:)``.
  @available(swift, introduced: 6)
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
  }

  /// The completion form of ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``.
  @available(swift, introduced: 6)
  public func sendEmailVerification(
    beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// The completion form of ``delete()``.
  @available(swift, introduced: 6)
  public func delete(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.delete() }
  }

  /// The completion form of ``updateEmail(to:)``.
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
