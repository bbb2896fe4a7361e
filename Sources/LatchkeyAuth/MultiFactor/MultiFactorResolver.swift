import Foundation

/// A sign-in that needs a second factor. The app may try again until the server discards the sign-in after some
/// minutes.
open class MultiFactorResolver: NSObject, @unchecked Sendable {
  /// The session of the sign-in. To have a code sent to a phone, pass it to
  /// ``PhoneAuthProvider/verifyPhoneNumber(with:uiDelegate:multiFactorSession:)``.
  public let session: MultiFactorSession
  /// The user's factors.
  public let hints: [MultiFactorInfo]
  /// The ``Auth`` to sign in to.
  open var auth: Auth { core.auth }

  let core: AuthCore
  let pendingCredential: String
  let finish: @Sendable (SignInAnswer) async throws -> AuthDataResult

  init(
    _ pendingCredential: String, _ hints: [MultiFactorInfo], core: AuthCore,
    finish: @escaping @Sendable (SignInAnswer) async throws -> AuthDataResult
  ) {
    session = MultiFactorSession(.signIn(pendingCredential))
    self.hints = hints
    self.core = core
    self.pendingCredential = pendingCredential
    self.finish = finish
  }

  /// Proves a factor, and finishes the sign-in.
  @discardableResult open func resolveSignIn(with assertion: MultiFactorAssertion) async throws
    -> AuthDataResult
  {
    try await finish(try await core.engine.finishSecondFactor(try assertion.message(), pendingCredential))
  }

  /// The completion form of ``resolveSignIn(with:)``.
  @available(swift, introduced: 6)
  open func resolveSignIn(
    with assertion: MultiFactorAssertion,
    completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.resolveSignIn(with: assertion) }
  }
}

extension Auth {
  func startEnrollment(of phoneNumber: String, for user: User) async throws -> String {
    try await user.core.withTokens(of: user) { tokens in
      try await user.engine.startEnrollment(phoneNumber: phoneNumber, idToken: tokens.idToken)
    }
  }

  func startTOTPEnrollment(for user: User) async throws -> TOTPSecretData {
    try await user.core.withTokens(of: user) { tokens in
      try await user.engine.startTOTPEnrollment(idToken: tokens.idToken)
    }
  }
}

extension Error {
  /// The resolver of an error that requires a second factor; nil for other errors.
  public var multiFactorResolver: MultiFactorResolver? {
    (self as NSError).userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
  }

  /// The updated credential of an error that refuses a credential of another account. The updated credential
  /// signs in to that account without another request to the provider.
  public var updatedCredential: AuthCredential? {
    (self as NSError).userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
  }
}
