import IdentityWire

/// Recovery codes, which FirebaseAuth does not have: each stands in for a second factor, once.
extension MultiFactor {
  /// As ``enroll(with:displayName:)``, with the codes that the user gets with their first factor. Show them: nobody can ask
  /// for them again.
  ///
  /// - Returns: none with a factor that is not the first, and from servers without recovery codes.
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

  /// Makes new recovery codes, which end those of before.
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
  /// Finishes the sign-in with a recovery code in the place of a factor.
  ///
  /// - Throws: ``AuthError`` with `invalidVerificationCode` for a code that is wrong or was used.
  @discardableResult
  public func resolveSignIn(withRecoveryCode code: String) async throws -> AuthDataResult {
    let proof: [String: JSONValue] = ["recoveryCodeVerificationInfo": ["recoveryCode": .string(code)]]
    return try await finish(try await core.engine.finishSecondFactor(proof, pendingCredential))
  }
}
