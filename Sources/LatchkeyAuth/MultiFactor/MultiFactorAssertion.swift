import Foundation
import IdentityWire

/// The proof of a second factor.
open class MultiFactorAssertion: NSObject, @unchecked Sendable {
  /// `phone` or `totp`.
  public let factorID: String

  init(factorID: String) { self.factorID = factorID }

  /// The members of the message that finishes an enrolment or a sign-in.
  func message() throws -> [String: JSONValue] { throw AuthError(.missingMultiFactorInfo) }
}

/// The proof of a telephone number.
open class PhoneMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
  let credential: PhoneAuthCredential

  init(_ credential: PhoneAuthCredential) {
    self.credential = credential
    super.init(factorID: PhoneMultiFactorInfo.PhoneMultiFactorID)
  }

  override func message() throws -> [String: JSONValue] {
    guard case .code(let code, let verificationID) = credential.proof else {
      throw AuthError(.missingVerificationCode)
    }
    return ["phoneVerificationInfo": ["sessionInfo": .string(verificationID), "code": .string(code)]]
  }
}

/// The proof of an authenticator app.
open class TOTPMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
  enum Of: Sendable {
    case secret(TOTPSecret)
    case enrollment(String)
  }

  let of: Of
  let oneTimePassword: String

  init(_ of: Of, oneTimePassword: String) {
    self.of = of
    self.oneTimePassword = oneTimePassword
    super.init(factorID: PhoneMultiFactorInfo.TOTPMultiFactorID)
  }

  override func message() throws -> [String: JSONValue] {
    switch of {
    case .secret(let secret):
      [
        "totpVerificationInfo": [
          "sessionInfo": .string(secret.data.sessionInfo), "verificationCode": .string(oneTimePassword),
        ]
      ]
    case .enrollment(let id):
      [
        "mfaEnrollmentId": .string(id),
        "totpVerificationInfo": ["verificationCode": .string(oneTimePassword)],
      ]
    }
  }
}

/// Makes proofs from codes in text messages.
open class PhoneMultiFactorGenerator: NSObject {
  @available(*, unavailable) override public init() { super.init() }

  /// Returns the proof of a code, for both enrolment and sign-in.
  open class func assertion(with phoneAuthCredential: PhoneAuthCredential) -> PhoneMultiFactorAssertion {
    PhoneMultiFactorAssertion(phoneAuthCredential)
  }
}

/// Makes secrets for authenticator apps, and proofs from their one-time passwords (RFC 6238).
open class TOTPMultiFactorGenerator: NSObject {
  @available(*, unavailable) override public init() { super.init() }

  /// Begins to enrol an authenticator app. Returns the secret that the user enters into the app.
  ///
  /// - Throws: ``AuthError`` with `missingMultiFactorSession` for the session of a sign-in;
  ///   `unverifiedEmail`…
  open class func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
    guard case .enrollment(let user) = session.kind else { throw AuthError(.missingMultiFactorSession) }
    return TOTPSecret(try await user.auth.startTOTPEnrollment(for: user))
  }

  /// The completion form of ``generateSecret(with:)``.
  @available(swift, introduced: 6)
  open class func generateSecret(
    with session: MultiFactorSession,
    completion: @escaping @MainActor (TOTPSecret?, (any Error)?) -> Void
  ) {
    complete(completion) { try await generateSecret(with: session) }
  }

  /// Returns the proof that enrols an authenticator app. The app contains the secret, and shows the password.
  open class func assertionForEnrollment(with secret: TOTPSecret, oneTimePassword: String)
    -> TOTPMultiFactorAssertion
  {
    TOTPMultiFactorAssertion(.secret(secret), oneTimePassword: oneTimePassword)
  }

  /// Returns the proof that signs in with the password from an enrolled app. `enrollmentID` is the factor's
  /// ``MultiFactorInfo/uid`` in ``MultiFactorResolver/hints``.
  open class func assertionForSignIn(withEnrollmentID enrollmentID: String, oneTimePassword: String)
    -> TOTPMultiFactorAssertion
  {
    TOTPMultiFactorAssertion(.enrollment(enrollmentID), oneTimePassword: oneTimePassword)
  }
}
