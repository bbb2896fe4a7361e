import Identity

/// The reason why a token was refused. The texts are for the log: they state the problem and never the token.
public enum TokenFailure: Error, Sendable, Equatable {
  /// Not in the form of our tokens: too large, not a JWT, another header, or missing claims.
  case malformed(String)
  /// No published key signed the token.
  case unknownKey
  case badSignature
  /// One of our tokens, but of another project.
  case wrongProject
  /// One of our tokens, but of another kind, such as a session cookie.
  case wrongKind
  case expired
  /// The time of issue is in the future by more than the allowed clock skew.
  case issuedInFuture
  /// The keys could not be read, so the token could not be verified.
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
