#if !os(watchOS)
  import AuthenticationServices
  import FirebaseAuth

  // Sign in with Apple and the sheet for other providers.

  @MainActor final class AppleSheet: NSObject {
    private let window: ASPresentationAnchor
    private let nonce: String

    init(window: ASPresentationAnchor, nonce: String) {
      self.window = window
      self.nonce = nonce
    }

    func start() {
      let request = ASAuthorizationAppleIDProvider().createRequest()
      request.requestedScopes = [.fullName, .email]
      request.nonce = nonce
      let controller = ASAuthorizationController(authorizationRequests: [request])
      controller.delegate = self
      controller.presentationContextProvider = self
      controller.performRequests()
    }
  }

  extension AppleSheet: ASAuthorizationControllerDelegate {
    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      guard let apple = authorization.credential as? ASAuthorizationAppleIDCredential,
        let token = apple.identityToken.flatMap({ String(data: $0, encoding: .utf8) })
      else { return }
      let credential = OAuthProvider.appleCredential(
        withIDToken: token, rawNonce: nonce, fullName: apple.fullName)
      Auth.auth().signIn(with: credential) { result, error in
        print(result?.user.uid ?? error?.localizedDescription ?? "")
      }
      if let code = apple.authorizationCode.flatMap({ String(data: $0, encoding: .utf8) }) {
        Task { try await Auth.auth().revokeToken(withAuthorizationCode: code) }
      }
    }
  }

  extension AppleSheet: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }
  }

  #if !os(tvOS)
    @MainActor func sheet(over window: ASPresentationAnchor) -> AuthEnvironment {
      AuthEnvironment(
        transport: URLSessionTransport(), storage: MemoryStorage(),
        presenter: WebAuthenticationSessionPresenter(isEphemeral: true) { window })
    }
  #endif
#endif
