import FirebaseAuth

extension Session {
  func signInWithLimitedLogin() async {
    await attempt {
      let nonce = Nonce()
      let token = try await FacebookLogin.idToken(for: nonce)
      let credential = OAuthProvider.credential(
        withProviderID: "facebook.com", idToken: token, rawNonce: nonce.raw)
      return try await auth.signIn(with: credential)
    }
  }
}
