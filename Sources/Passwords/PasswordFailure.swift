import Identity

/// Why a password could not be hashed or checked. A wrong password is none of these.
public enum PasswordFailure: Error, Sendable, Equatable {
  /// The stored hash names parameters beyond the bounds of its scheme.
  case unsupportedParameters
  /// The cryptographic library failed; the text names its error's type.
  case computation(String)

  var identityError: IdentityError {
    switch self {
    case .unsupportedParameters:
      IdentityError.unavailable(.unavailable, cause: "a password hash has unsupported parameters")
    case .computation(let text): IdentityError.unavailable(.unavailable, cause: "password hashing: \(text)")
    }
  }
}
