import FirebaseAuth

extension Session {
  /// Deletes the account. If the sign-in is too old, the user first signs in again with GitHub.
  func deleteAccount() async {
    guard let account = user else { return }
    message = nil
    do {
      do {
        try await account.delete()
      } catch AuthErrorCode.requiresRecentLogin {
        try await account.reauthenticate(with: try await github.credential(with: nil))
        try await account.delete()
      }
      user = nil
    } catch {
      message = sentence(about: error)
    }
  }
}
