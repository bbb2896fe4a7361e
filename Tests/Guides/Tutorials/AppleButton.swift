import AuthenticationServices
import SwiftUI

/// Apple's button, with a new nonce for each press.
struct AppleButton: View {
  let session: Session
  @State private var nonce: Nonce?

  var body: some View {
    SignInWithAppleButton(.signIn) { request in
      let nonce = Nonce()
      self.nonce = nonce
      request.requestedScopes = [.fullName, .email]
      request.nonce = nonce.hashed
    } onCompletion: { result in
      guard let nonce else { return }
      Task { await session.signIn(withApple: result, nonce: nonce) }
    }
    .signInWithAppleButtonStyle(.black)
    .frame(height: 44)
  }
}
