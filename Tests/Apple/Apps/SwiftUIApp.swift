import AuthenticationServices
import FirebaseAuth
import FirebaseCore
import SwiftUI

// A view of SwiftUI with the SDK's own session and button.

struct RootView: View {
  @State private var session = AuthSession()
  @State private var apple = AppleSignIn()

  var body: some View {
    SignInWithAppleButton(.signIn, for: apple) { result in
      switch result {
      case .success(let signedIn): print(signedIn.user.uid)
      case .failure(AuthErrorCode.userDisabled): session.lastError = nil
      case .failure(let error): session.lastError = error
      }
    }
    .signInWithAppleButtonStyle(.black)
  }

  func link() {
    guard let user = session.user, !session.isBusy else { return session.signOut() }
    let request = ASAuthorizationAppleIDProvider().createRequest()
    apple.prepare(request, scopes: [.email])
    Task { await session.perform { _ in try await user.reload() } }
  }

  func link(_ authorization: ASAuthorization) async throws {
    try await session.user?.link(with: apple.credential(of: authorization))
  }
}
