/// The reason why an ID token is refused, or why it could not be checked.
///
/// The error contains no data of the token or of a credential, so it can be logged.
public enum IDTokenError: Error, Sendable, Hashable {
  /// The text is not an ID token, or a required member is missing or has the wrong type.
  case malformed(Part)
  /// The header names an algorithm that does not match the key, or a critical extension (`crit`).
  case wrongAlgorithm
  /// The key set has no key with the header's id. The verifier fetched the set for this token, or a moment ago:
  /// see ``KeySetPolicy/fetchInterval``.
  case unknownKey
  case wrongSignature
  /// `iss` is wrong, for example because the text is a session cookie, or a token of another project.
  case wrongIssuer
  /// `aud` is not exactly the project.
  case wrongAudience
  case wrongTenant
  case expired
  /// `iat` or `auth_time` is in the future, beyond the allowed clock difference.
  case issuedInFuture

  /// The account was deleted.
  case userNotFound
  case userDisabled
  /// The token belongs to a session that has ended, for example because of a new password.
  case revoked
  /// The server refuses the token although its signature is correct, because the key was withdrawn, or because
  /// the API key belongs to another project.
  case refusedByServer

  /// There are no public keys to verify with.
  case keysUnavailable(ServerFailure)
  /// The revocation check failed.
  case lookupFailed(ServerFailure)
  /// The verifier's configuration cannot work.
  case wrongConfiguration(Configuration)

  public enum Part: String, Sendable, Hashable {
    case size, form, header, issuer, subject, times, signIn = "sign-in", tenant
  }

  public enum Configuration: String, Sendable, Hashable {
    case project = "The project id is empty or has characters that are not allowed in project ids."
    case address = "The server's address is not an HTTP URL without query, user and fragment."
    case plainHTTP = "The server's address is plain HTTP: anybody on the way could replace the keys."
    case issuer = "An issuer must not be empty, and must not be that of session cookies."
    case tenant = "A tenant's id must not be empty."
    case credential = "A revocation check needs an API key or an administrator's token."
  }

  /// True if the token is invalid: then answer the request with 401. False if the validity of the token is not
  /// known: the request may succeed later.
  public var isRefusal: Bool {
    switch self {
    case .keysUnavailable, .lookupFailed, .wrongConfiguration: false
    default: true
    }
  }
}

extension IDTokenError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let part): "Not an ID token: \(part.rawValue)."
    case .wrongAlgorithm: "The token's algorithm is not that of its key."
    case .unknownKey: "The token's key is not among the server's."
    case .wrongSignature: "The token's signature is wrong."
    case .wrongIssuer: "The token is of another issuer."
    case .wrongAudience: "The token is for another project."
    case .wrongTenant: "The token is of another tenant."
    case .expired: "The token has expired."
    case .issuedInFuture: "The token was issued in the future."
    case .userNotFound: "The token's user was deleted."
    case .userDisabled: "The token's user is disabled."
    case .revoked: "The token was revoked."
    case .refusedByServer: "The server rejects the token."
    case .keysUnavailable(let failure): "The server's keys cannot be fetched: \(failure)"
    case .lookupFailed(let failure): "The token's user cannot be looked up: \(failure)"
    case .wrongConfiguration(let reason): reason.rawValue
    }
  }
}
