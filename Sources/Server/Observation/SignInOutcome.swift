import Identity
import IdentityWire

extension Activity.Outcome {
  /// What a sign-in came to that was answered.
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
  /// Whether the identity is somebody else's, or an account's that its user has to sign in to first. The protocol
  /// says so in an answer.
  fileprivate var isRefusal: Bool { needConfirmation == true || errorMessage != nil }
}

/// An answer that may be half a sign-in.
protocol MayAskForSecondFactor {
  var mfaPendingCredential: String? { get }
}

extension SignInWithPasswordResponse: MayAskForSecondFactor {}
extension SignInWithIdpResponse: MayAskForSecondFactor {}
extension SignInWithCustomTokenResponse: MayAskForSecondFactor {}
extension SignInWithEmailLinkResponse: MayAskForSecondFactor {}
extension FinalizePasskeySignInResponse: MayAskForSecondFactor {}
