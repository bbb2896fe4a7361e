import FirebaseAuth
import FirebaseCore
import FirebaseFirestore
import GuideStage

// GitHub's guide: the flow in a browser, in spellings that the official SDK does not have.

class GitHubViewController: ViewController, GitHubGuide {
  var provider = OAuthProvider(providerID: "github.com")

  func setUpProvider() {
    provider.customParameters = [
      "allow_signup": "false"
    ]
    provider.scopes = ["user:email"]
  }

  func signIn() {
    provider.getCredentialWith(nil) { credential, error in
      if error != nil {
        self.showMessagePrompt("\((error! as NSError).code)")
      }
      if credential != nil {
        Auth().signIn(with: credential) { authResult, error in
          if error != nil {
            self.showMessagePrompt("\((error! as NSError).code)")
          }
          guard let oauthCredential = authResult.credential as? OAuthCredential else { return }
          let login = authResult.additionalUserInfo?.profile?["login"] as? String
          self.tell(
            "\(login ?? "nobody") with \(oauthCredential.accessToken ?? "nothing")"
              + " and \(oauthCredential.idToken ?? "no ID token")")
        }
      }
    }
  }

  func link() {
    provider.getCredentialWith(nil) { credential, error in
      Auth().currentUser.link(withCredential: credential) { authResult, error in
        if error != nil {
          self.showMessagePrompt("\((error! as NSError).code)")
          return
        }
        self.tell("linked \(authResult?.user.providerData.map(\.providerID) ?? [])")
      }
    }
  }

  func reauthenticate() {
    provider.getCredentialWith(nil) { credential, error in
      Auth().currentUser.reauthenticateWithCredential(withCredential: credential) { authResult, error in
        if error != nil {
          self.showMessagePrompt("\((error! as NSError).code)")
          return
        }
        self.tell("reauthenticated \(authResult?.user.uid ?? "")")
      }
    }
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
