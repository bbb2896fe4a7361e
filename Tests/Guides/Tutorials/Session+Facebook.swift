import FirebaseAuth

extension Session {
  func signInWithFacebook() async {
    await attempt {
      let token = try await FacebookLogin.accessToken()
      let credential = FacebookAuthProvider.credential(withAccessToken: token)
      return try await auth.signIn(with: credential)
    }
  }
}
