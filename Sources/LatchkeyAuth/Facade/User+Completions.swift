import Foundation

// Each operation in the form with a completion, which is called once, on the main actor, with a value or an error and
// never with both.

extension User {
  /// As ``updatePassword(to:)``.
  public func updatePassword(
    to password: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePassword(to: password) }
  }

  /// As ``updatePhoneNumber(_:)``.
  public func updatePhoneNumber(
    _ credential: PhoneAuthCredential, completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.updatePhoneNumber(credential) }
  }

  /// As ``reload()``.
  public func reload(completion: (((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.reload() }
  }

  /// As ``reauthenticate(with:)``.
  public func reauthenticate(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: credential) }
  }

  /// As ``reauthenticate(with:uiDelegate:)``.
  public func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``getIDToken(forcingRefresh:)``.
  public func getIDToken(
    completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken() }
  }

  /// As ``getIDToken(forcingRefresh:)``.
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
  }

  /// As ``getIDTokenResult(forcingRefresh:)``.
  public func getIDTokenResult(
    completion: ((AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult() }
  }

  /// As ``getIDTokenResult(forcingRefresh:)``.
  public func getIDTokenResult(
    forcingRefresh: Bool, completion: ((AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
  }

  /// As ``link(with:)``.
  public func link(
    with credential: AuthCredential,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: credential) }
  }

  /// As ``link(with:uiDelegate:)``.
  public func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
  }

  /// As ``unlink(fromProvider:)``.
  public func unlink(
    fromProvider provider: String, completion: ((User?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.unlink(fromProvider: provider) }
  }

  /// As ``sendEmailVerification(with:)``.
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
  }

  /// As ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``.
  public func sendEmailVerification(
    beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
    completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) {
      try await self.sendEmailVerification(beforeUpdatingEmail: email, actionCodeSettings: actionCodeSettings)
    }
  }

  /// As ``delete()``.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    complete(completion) { try await self.delete() }
  }

  /// As ``updateEmail(to:)``.
  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  public func updateEmail(
    to email: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.update(["email": .string(email)]) }
  }
}
