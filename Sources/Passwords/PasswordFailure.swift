import Identity

/// The reason why a password could not be hashed or checked. A wrong password is not a failure.
public enum PasswordFailure: Error, Sendable, Equatable {
  /// The stored hash has parameters beyond the bounds of its scheme.
  case unsupportedParameters
  /// The cryptographic library failed. The text is the type of its error.
  case computation(String)

  var identityError: IdentityError {
    switch self {
    case .unsupportedParameters:
      IdentityError.unavailable(.unavailable, cause: "a password hash has unsupported parameters")
    case .computation(let text): IdentityError.unavailable(.unavailable, cause: "password hashing: \(text)")
    }
  }
}
