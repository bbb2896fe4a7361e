import IdentityWire

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

  public var wireError: WireError {
    switch self {
    case .malformed(let what): WireError.badRequest("INVALID_ID_TOKEN").because("malformed: \(what)")
    case .unknownKey: WireError.badRequest("INVALID_ID_TOKEN").because("unknown key")
    case .badSignature: WireError.badRequest("INVALID_ID_TOKEN").because("signature")
    case .wrongProject: WireError.badRequest("INVALID_ID_TOKEN").because("token of another project")
    case .wrongKind: WireError.badRequest("INVALID_ID_TOKEN").because("not an ID token")
    case .issuedInFuture: WireError.badRequest("INVALID_ID_TOKEN").because("issued in the future")
    case .expired: WireError.badRequest("TOKEN_EXPIRED")
    case .unavailable(let cause): WireError.unavailable("UNAVAILABLE", cause: cause)
    }
  }
}
