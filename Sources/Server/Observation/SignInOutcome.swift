import Identity
import IdentityWire

extension Activity.Outcome {
  /// The outcome of a sign-in whose response is not an error.
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
  /// True if the identity is linked to another account, or if its account's user must first sign in. In these cases,
  /// the protocol's response is not an error.
  fileprivate var isRefusal: Bool { needConfirmation == true || errorMessage != nil }
}

/// A response that may request a second factor.
protocol MayAskForSecondFactor {
  var mfaPendingCredential: String? { get }
}

extension SignInWithPasswordResponse: MayAskForSecondFactor {}
extension SignInWithIdpResponse: MayAskForSecondFactor {}
extension SignInWithCustomTokenResponse: MayAskForSecondFactor {}
extension SignInWithEmailLinkResponse: MayAskForSecondFactor {}
extension FinalizePasskeySignInResponse: MayAskForSecondFactor {}
