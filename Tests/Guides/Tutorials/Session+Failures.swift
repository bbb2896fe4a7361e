import FirebaseAuth

extension Session {
  /// Says what the user can do about a failure. Nil if the user cancelled.
  func sentence(about error: any Error) -> String? {
    if error is CancellationError { return nil }
    switch AuthErrorCode(error) {
    case .webContextCancelled?:
      return nil
    case .networkError?:
      return "The server cannot be reached. Try again later."
    case .accountExistsWithDifferentCredential?:
      return "You have an account with this e-mail address. Sign in as you did before."
    case .credentialAlreadyInUse?:
      return "This sign-in belongs to another account."
    case .invalidVerificationCode?:
      return "That code is wrong."
    case .userDisabled?:
      return "This account is disabled."
    default:
      return error.localizedDescription
    }
  }
}
