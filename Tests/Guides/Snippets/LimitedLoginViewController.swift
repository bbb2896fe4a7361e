import CryptoKit
import FBSDKLoginKit
import FirebaseAuth
import FirebaseCore
import FirebaseFirestore
import GuideStage

// Facebook's guide: Limited Login.

class LimitedLoginViewController: SignInViewController, FacebookGuide, LoginButtonDelegate {
  fileprivate var currentNonce: String?
  let loginButton = FBSDKLoginButton()

  func setupLoginButton() -> FBLoginButton {
    let nonce = randomNonceString()
    currentNonce = nonce
    loginButton.delegate = self
    loginButton.loginTracking = .limited
    loginButton.nonce = sha256(nonce)
    return loginButton
  }

  func loginButton(
    _ loginButton: FBSDKLoginButton!,
    didCompleteWith result: FBSDKLoginManagerLoginResult!,
    error: Error!
  ) {
    if let error = error {
      showMessagePrompt(error.localizedDescription)
      return
    }
    // The token is an optional one, and so is the nonce.
    let idTokenString = AuthenticationToken.current?.tokenString
    let nonce = currentNonce
    let credential = OAuthProvider.credential(
      withProviderID: "facebook.com",
      idToken: idTokenString!,
      rawNonce: nonce)
    signIn(with: credential)
  }

  /// The spellings with a nonce that is not optional, and with a token that is.
  func otherSpellings() -> [OAuthCredential] {
    let nonce = randomNonceString()
    return [
      OAuthProvider.credential(
        withProviderID: "facebook.com",
        idToken: AuthenticationToken.current?.tokenString!,
        rawNonce: currentNonce),
      OAuthProvider.credential(
        withProviderID: "facebook.com",
        idToken: AuthenticationToken.current!.tokenString,
        rawNonce: nonce),
      OAuthProvider.credential(
        withProviderID: "facebook.com",
        idToken: AuthenticationToken.current!.tokenString!,
        rawNonce: currentNonce!),
    ]
  }

  func signOut() {
    do {
      try Auth.auth().signOut()
    } catch let signOutError as NSError {
      print("Error signing out: %@", signOutError)
    }
  }

  private func randomNonceString(length: Int = 32) -> String {
    precondition(length > 0)
    var randomBytes = [UInt8](repeating: 0, count: length)
    let errorCode = SecRandomCopyBytes(kSecRandomDefault, randomBytes.count, &randomBytes)
    if errorCode != errSecSuccess {
      fatalError("There are no random bytes: SecRandomCopyBytes said \(errorCode)")
    }
    let charset: [Character] =
      Array("0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._")
    let nonce = randomBytes.map { byte in
      charset[Int(byte) % charset.count]
    }
    return String(nonce)
  }
}

@available(iOS 13, *)
private func sha256(_ input: String) -> String {
  let inputData = Data(input.utf8)
  let hashedData = SHA256.hash(data: inputData)
  let hashString = hashedData.compactMap {
    String(format: "%02x", $0)
  }.joined()
  return hashString
}
