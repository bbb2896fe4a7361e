import Identity
import IdentityWire

extension Activity.Outcome {
  /// The outcome of a sign-in that was answered without an error.
  init(answer: some Sendable) {
    if let answer = answer as? SignInWithIdpResponse, answer.isRefusal {
      self = .refused
    } else {
      let pending = (answer as? any MayAskForSecondFactor)?.mfaPendingCredential
      self = pending == nil ? .success : .secondFactor
    }
  }
}

extension SignInWithIdpResponse {
  /// True if the identity is linked to another account, or if its account's user has to sign in first. The
  /// protocol says so in an answer that is not an error.
  fileprivate var isRefusal: Bool { needConfirmation == true || errorMessage != nil }
}

/// An answer that may ask for a second factor.
protocol MayAskForSecondFactor {
  var mfaPendingCredential: String? { get }
}

extension SignInWithPasswordResponse: MayAskForSecondFactor {}
extension SignInWithIdpResponse: MayAskForSecondFactor {}
extension SignInWithCustomTokenResponse: MayAskForSecondFactor {}
extension SignInWithEmailLinkResponse: MayAskForSecondFactor {}
extension FinalizePasskeySignInResponse: MayAskForSecondFactor {}
