#if !os(watchOS)
  import AuthenticationServices
  import FirebaseAuth

  // Passkeys as the system asks for them.

  @MainActor final class PasskeySheet: NSObject, ASAuthorizationControllerDelegate {
    func enroll(_ user: User) async throws {
      perform(try await user.startPasskeyEnrollment(withName: "This phone"))
    }

    func signIn() async throws { perform(try await Auth.auth().startPasskeySignIn()) }

    private func perform(_ request: ASAuthorizationRequest) {
      let controller = ASAuthorizationController(authorizationRequests: [request])
      controller.delegate = self
      controller.performRequests()
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      switch authorization.credential {
      case let made as ASAuthorizationPlatformPublicKeyCredentialRegistration:
        Task { try await Auth.auth().currentUser?.finalizePasskeyEnrollment(withPlatformCredential: made) }
      case let used as ASAuthorizationPlatformPublicKeyCredentialAssertion:
        Task { try await Auth.auth().finalizePasskeySignIn(withPlatformCredential: used) }
      default: break
      }
    }

    func removeAll(of user: User) async throws {
      for id in (user.enrolledPasskeys ?? []).compactMap(\.credentialID) {
        try await user.unenrollPasskey(withCredentialID: id)
      }
    }
  }
#endif
