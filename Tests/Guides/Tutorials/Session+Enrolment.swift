import FirebaseAuth

extension Session {
  /// Sends a code to the number of a new second factor.
  ///
  /// - Returns: The verification ID, which belongs to the code.
  func beginEnrolment(of number: String) async throws -> String {
    guard let user else { throw AuthErrorCode.nullUser }
    let enrolment = try await user.multiFactor.session()
    return try await PhoneAuthProvider.provider(auth: auth)
      .verifyPhoneNumber(number, multiFactorSession: enrolment)
  }

  func finishEnrolment(_ verificationID: String, code: String, named name: String) async throws {
    guard let user else { throw AuthErrorCode.nullUser }
    let credential = PhoneAuthProvider.provider(auth: auth)
      .credential(withVerificationID: verificationID, verificationCode: code)
    let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
    try await user.multiFactor.enroll(with: assertion, displayName: name)
  }
}
