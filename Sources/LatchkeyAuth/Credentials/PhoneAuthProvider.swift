import Foundation

/// Sends codes to telephone numbers, and makes credentials from them.
open class PhoneAuthProvider: NSObject, @unchecked Sendable {
  /// `phone`.
  public static let id = "phone"

  private let auth: Auth?

  init(auth: Auth?) { self.auth = auth }

  /// Returns a provider for the default app's ``Auth``.
  open class func provider() -> PhoneAuthProvider { PhoneAuthProvider(auth: Auth.ofDefaultApp) }

  /// Returns a provider for an ``Auth``.
  open class func provider(auth: Auth) -> PhoneAuthProvider { PhoneAuthProvider(auth: auth) }

  /// Sends a code for a sign-in. With a session, sends a code to the number that a user enrols as a second
  /// factor.
  ///
  /// - Returns: the verification id. The credential needs this id together with the code.
  @discardableResult open func verifyPhoneNumber(
    _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession? = nil
  ) async throws -> String {
    let auth = try known()
    guard !phoneNumber.isEmpty else { throw AuthError(.missingPhoneNumber) }
    switch multiFactorSession?.kind {
    case nil: return try await auth.engine.sendVerificationCode(to: phoneNumber)
    case .enrollment(let user): return try await auth.startEnrollment(of: phoneNumber, for: user)
    case .signIn: throw AuthError(.missingMultiFactorInfo)
    }
  }

  /// Sends a code to the number of a second factor, during a sign-in that needs this factor.
  @discardableResult open func verifyPhoneNumber(
    with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession?
  ) async throws -> String {
    let auth = try known()
    guard case .signIn(let pending)? = multiFactorSession?.kind else {
      throw AuthError(.missingMultiFactorSession)
    }
    return try await auth.engine.startSecondFactor(multiFactorInfo.uid, pending)
  }

  /// Returns the credential of the code in a text message. The code is checked when the credential is used.
  open func credential(withVerificationID verificationID: String, verificationCode: String)
    -> PhoneAuthCredential
  {
    PhoneAuthCredential(.code(verificationCode, verificationID: verificationID))
  }

  private func known() throws -> Auth {
    guard let auth = auth ?? Auth.ofDefaultApp else { throw AuthError(.internalError, Auth.missingApp) }
    return auth
  }

  /// Sends a code for a sign-in. The completion gets the verification id.
  open func verifyPhoneNumber(
    _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
    completion: (@MainActor (String?, (any Error)?) -> Void)?
  ) {
    verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: nil, completion: completion)
  }

  /// The completion form of ``verifyPhoneNumber(_:uiDelegate:multiFactorSession:)``.
  open func verifyPhoneNumber(
    _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession? = nil,
    completion: (@MainActor (String?, (any Error)?) -> Void)?
  ) {
    complete(completion) {
      try await self.verifyPhoneNumber(phoneNumber, multiFactorSession: multiFactorSession)
    }
  }

  /// The completion form of ``verifyPhoneNumber(with:uiDelegate:multiFactorSession:)``.
  @available(swift, introduced: 6)
  open func verifyPhoneNumber(
    with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession?,
    completion: (@MainActor (String?, (any Error)?) -> Void)?
  ) {
    complete(completion) {
      try await self.verifyPhoneNumber(with: multiFactorInfo, multiFactorSession: multiFactorSession)
    }
  }
}
