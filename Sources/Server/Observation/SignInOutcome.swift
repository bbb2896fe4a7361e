import IdentityWire

/// What came of a sign-in, in words for a label.
enum SignInOutcome: String {
  case success
  /// The first factor was right; the second is asked for.
  case secondFactor = "second_factor"
  /// Wrong, unknown, expired, not allowed.
  case refused
  /// Too many tries.
  case limited
  /// The server or a provider failed.
  case failed

  init(answer: some Sendable) {
    let pending = (answer as? any MayAskForSecondFactor)?.mfaPendingCredential
    self = pending == nil ? .success : .secondFactor
  }

  init(error: any Error) {
    guard let error = error as? WireError else {
      self = .failed
      return
    }
    if error.httpStatus == 429 || error.code.hasPrefix("TOO_MANY_ATTEMPTS") {
      self = .limited
    } else {
      self = error.httpStatus >= 500 ? .failed : .refused
    }
  }
}

/// An answer that may be half a sign-in.
protocol MayAskForSecondFactor {
  var mfaPendingCredential: String? { get }
}

extension SignInWithPasswordResponse: MayAskForSecondFactor {}
extension SignInWithIdpResponse: MayAskForSecondFactor {}
extension SignInWithCustomTokenResponse: MayAskForSecondFactor {}
extension SignInWithEmailLinkResponse: MayAskForSecondFactor {}
