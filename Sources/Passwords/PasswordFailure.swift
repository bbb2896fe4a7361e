import IdentityWire

/// Why a password could not be hashed or checked. A wrong password is none of these.
public enum PasswordFailure: Error, Sendable, Equatable {
  /// The stored hash names parameters beyond the bounds of its scheme.
  case unsupportedParameters
  /// The cryptographic library failed; the text names its error's type.
  case computation(String)

  var wireError: WireError {
    switch self {
    case .unsupportedParameters:
      WireError.unavailable("UNAVAILABLE", cause: "a password hash has unsupported parameters")
    case .computation(let text): WireError.unavailable("UNAVAILABLE", cause: "password hashing: \(text)")
    }
  }
}
