#if canImport(Darwin) && canImport(SwiftUI) && canImport(AuthenticationServices)
  import AuthenticationServices
  import SwiftUI

  extension SignInWithAppleButton {
    /// Makes a button that signs in with Apple and handles the nonce.
    ///
    /// - Parameters:
    ///   - label: the words on the button.
    ///   - signIn: keeps the nonce between the request and Apple's answer. The view must store this object (`@State`).
    ///   - scopes: the claims to ask the user for.
    ///   - onCompletion: receives the signed-in user, or the error: an ``AuthError`` or Apple's own error.
    @MainActor public init(
      _ label: SignInWithAppleButton.Label = .signIn, for signIn: AppleSignIn,
      scopes: [ASAuthorization.Scope] = [.fullName, .email],
      onCompletion: @escaping @MainActor (Result<AuthDataResult, any Error>) -> Void
    ) {
      self.init(label) { request in
        signIn.prepare(request, scopes: scopes)
      } onCompletion: { result in
        Task {
          do {
            onCompletion(.success(try await signIn.signIn(with: result)))
          } catch {
            onCompletion(.failure(error))
          }
        }
      }
    }
  }
#endif
