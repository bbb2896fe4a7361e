import FirebaseAuth

/// The second step of a sign-in, for a user who has a second factor.
struct SecondFactor {
  private let resolver: MultiFactorResolver
  private let hint: MultiFactorInfo

  /// - Throws: ``Failure`` if none of the user's factors is an authenticator app.
  init(_ resolver: MultiFactorResolver) throws {
    guard let hint = resolver.hints.first(where: { $0.factorID == TOTPMultiFactorID }) else {
      throw Failure(
        .refused, "This account's second factor is a text message, which this example cannot read.")
    }
    self.resolver = resolver
    self.hint = hint
  }

  /// Asks until the one-time password is correct.
  func resolve() async throws -> AuthDataResult {
    let name = hint.displayName.map { " \"\($0)\"" } ?? ""
    Terminal.note("This account has a second factor.")
    return try await OneTimePassword.ask("The code that your authenticator app\(name) shows:") { code in
      try await resolver.resolveSignIn(
        with: TOTPMultiFactorGenerator.assertionForSignIn(
          withEnrollmentID: hint.uid, oneTimePassword: code))
    }
  }
}
