import FirebaseAuth

extension Session {
  /// Sends a code to a telephone of the user who is signing in.
  ///
  /// - Returns: The verification ID, which belongs to the code.
  func sendCode(to telephone: PhoneMultiFactorInfo, for resolver: MultiFactorResolver) async -> String? {
    message = nil
    do {
      return try await PhoneAuthProvider.provider(auth: auth)
        .verifyPhoneNumber(with: telephone, multiFactorSession: resolver.session)
    } catch {
      message = sentence(about: error)
      return nil
    }
  }

  /// Finishes the sign-in. After a wrong code, the app can call this method again.
  func finish(_ resolver: MultiFactorResolver, _ verificationID: String, code: String) async {
    await attempt {
      let credential = PhoneAuthProvider.provider(auth: auth)
        .credential(withVerificationID: verificationID, verificationCode: code)
      return try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: credential))
    }
  }
}
