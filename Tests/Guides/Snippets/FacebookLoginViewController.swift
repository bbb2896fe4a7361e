import FBSDKLoginKit
import FirebaseAuth
import FirebaseCore
import FirebaseFirestore
import GuideStage

// Facebook's guide: classic login.

class FacebookLoginViewController: SignInViewController, FacebookGuide, LoginButtonDelegate {
  func setupLoginButton() -> FBLoginButton {
    let loginButton = FBSDKLoginButton()
    loginButton.delegate = self
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
    let credential =
      FacebookAuthProvider
      .credential(withAccessToken: AccessToken.current!.tokenString)
    signIn(with: credential)
  }

  func signOut() {
    let firebaseAuth = Auth.auth()
    do {
      try firebaseAuth.signOut()
    } catch let signOutError as NSError {
      print("Error signing out: %@", signOutError)
    }
  }
}
