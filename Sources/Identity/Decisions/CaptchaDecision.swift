/// The result of checking a request's captcha proof.
public enum CaptchaFinding: Sendable, Equatable {
  case passed
  case missing
  /// The proof is wrong. The text says why, for the log.
  case wrong(String)
  /// The check was not possible. The text says why, for the log.
  case unavailable(String)

  /// The outcome, as metrics name it.
  public var outcome: CaptchaOutcome {
    switch self {
    case .passed: .passed
    case .missing: .missing
    case .wrong: .refused
    case .unavailable: .unavailable
    }
  }
}

/// The result of a check, as it is counted.
public enum CaptchaOutcome: String, Sendable, CaseIterable {
  case passed, missing, refused, unavailable
}

/// Accepts or refuses a request by its proof.
public enum CaptchaDecision {
  /// Accepts or refuses a request. If the mode enforces proofs, a request whose proof cannot be checked is refused.
  /// Otherwise, an attacker could get in by disturbing the check.
  ///
  /// - Throws: `MISSING_RECAPTCHA_TOKEN`, `INVALID_RECAPTCHA_TOKEN`, and `CAPTCHA_CHECK_FAILED` if the check was not
  ///   possible. After `MISSING_RECAPTCHA_TOKEN`, the web SDK repeats the request with a token.
  public static func admit(_ finding: CaptchaFinding, by mode: CaptchaSettings.Mode) throws(IdentityError) {
    guard mode == .enforce else { return }
    switch finding {
    case .passed: return
    case .missing: throw .refused(.missingRecaptchaToken)
    case .wrong(let cause): throw IdentityError.refused(.invalidRecaptchaToken).because(cause)
    case .unavailable(let cause): throw .unavailable(.captchaCheckFailed, cause: cause)
    }
  }
}
