import IdentityWire

/// Recovery codes, which FirebaseAuth does not have. A user can use each code once instead of a second factor.
extension MultiFactor {
  /// Enrols as ``enroll(with:displayName:)`` does, and returns the recovery codes for the first factor. Show
  /// the codes to the user: they cannot be requested again.
  ///
  /// - Returns: an empty array if this is not the first factor, or if the server has no recovery codes.
  @discardableResult
  public func enrollWithRecoveryCodes(_ assertion: MultiFactorAssertion, displayName: String?) async throws
    -> [String]
  {
    let proof = try assertion.message()
    let user = user
    return try await user.core.withTokens(of: user) { tokens in
      let enrolled = try await user.engine.finishEnrollment(proof, displayName: displayName, after: tokens)
      try await user.take(enrolled.tokens, after: tokens)
      return enrolled.recoveryCodes
    }
  }

  /// Makes new recovery codes, which invalidate the previous ones.
  ///
  /// - Throws: ``AuthError`` with `requiresRecentLogin`; `multiFactorInfoNotFound` for a user without a second factor.
  public func replaceRecoveryCodes() async throws -> [String] {
    let user = user
    return try await user.core.withTokens(of: user) { tokens in
      try await user.engine.replaceRecoveryCodes(idToken: tokens.idToken)
    }
  }
}

extension MultiFactorResolver {
  /// Finishes the sign-in with a recovery code in place of a factor.
  ///
  /// - Throws: ``AuthError`` with `invalidVerificationCode` for a code that is wrong or was used.
  @discardableResult
  public func resolveSignIn(withRecoveryCode code: String) async throws -> AuthDataResult {
    let proof: [String: JSONValue] = ["recoveryCodeVerificationInfo": ["recoveryCode": .string(code)]]
    return try await finish(try await core.engine.finishSecondFactor(proof, pendingCredential))
  }
}
