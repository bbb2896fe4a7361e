import Identity

/// Why a token was not accepted. The texts are for the log: they name what was wrong, never the token.
public enum TokenFailure: Error, Sendable, Equatable {
  /// Not one of our tokens in form: too large, not a JWT, another header, claims missing.
  case malformed(String)
  /// Signed by no key that is published now.
  case unknownKey
  case badSignature
  /// Ours, but of another project.
  case wrongProject
  /// Ours, but not of this kind: a session cookie, say.
  case wrongKind
  case expired
  /// Issued later than the allowed skew of clocks explains.
  case issuedInFuture
  /// The keys could not be read, so that nothing can be said of the token.
  case unavailable(String)

  public var identityError: IdentityError {
    switch self {
    case .malformed(let what): IdentityError.refused(.invalidIDToken).because("malformed: \(what)")
    case .unknownKey: IdentityError.refused(.invalidIDToken).because("unknown key")
    case .badSignature: IdentityError.refused(.invalidIDToken).because("signature")
    case .wrongProject: IdentityError.refused(.invalidIDToken).because("token of another project")
    case .wrongKind: IdentityError.refused(.invalidIDToken).because("not an ID token")
    case .issuedInFuture: IdentityError.refused(.invalidIDToken).because("issued in the future")
    case .expired: IdentityError.refused(.tokenExpired)
    case .unavailable(let cause): IdentityError.unavailable(.unavailable, cause: cause)
    }
  }
}
