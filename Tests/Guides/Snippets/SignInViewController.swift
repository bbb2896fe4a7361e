import FirebaseAuth
import FirebaseCore
import FirebaseFirestore
import GuideStage

// Facebook's guide: a sign-in of which a second factor may be asked, with completions throughout.

class SignInViewController: ViewController, SecondFactorGuide {
  func signIn(with credential: AuthCredential) {
    Auth.auth().signIn(with: credential) { authResult, error in
      if let error = error {
        let authError = error as NSError
        if self.isMFAEnabled, authError.code == AuthErrorCode.secondFactorRequired.rawValue {
          let resolver =
            authError
            .userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
          var displayNameString = ""
          for tmpFactorInfo in resolver.hints {
            displayNameString += tmpFactorInfo.displayName ?? ""
            displayNameString += " "
          }
          self.showTextInputPrompt(
            withMessage: "Which of your factors?\n\(displayNameString)",
            completionBlock: { userPressedOK, displayName in
              var selectedHint: PhoneMultiFactorInfo?
              for tmpFactorInfo in resolver.hints {
                if displayName == tmpFactorInfo.displayName {
                  selectedHint = tmpFactorInfo as? PhoneMultiFactorInfo
                }
              }
              PhoneAuthProvider.provider()
                .verifyPhoneNumber(
                  with: selectedHint!, uiDelegate: nil,
                  multiFactorSession: resolver
                    .session
                ) { verificationID, error in
                  if error != nil {
                    self.tell("no text message: \(error.debugDescription)")
                  } else {
                    self.showTextInputPrompt(
                      withMessage:
                        "The code sent to \(selectedHint?.displayName ?? "") by \(verificationID!)",
                      completionBlock: { userPressedOK, verificationCode in
                        let credential: PhoneAuthCredential? = PhoneAuthProvider.provider()
                          .credential(
                            withVerificationID: verificationID!,
                            verificationCode: verificationCode!)
                        let assertion: MultiFactorAssertion? =
                          PhoneMultiFactorGenerator
                          .assertion(with: credential!)
                        resolver.resolveSignIn(with: assertion!) { authResult, error in
                          if error != nil {
                            self.tell("not resolved: \(error.debugDescription)")
                          } else {
                            self.navigationController?.popViewController(animated: true)
                          }
                        }
                      }
                    )
                  }
                }
            }
          )
        } else {
          self.showMessagePrompt(error.localizedDescription)
          return
        }
        return
      }
      self.tell("signed in")
    }
  }
}
