import AuthenticationServices
import CryptoKit
import FirebaseAuth
import SwiftUI

// The article on Sign in with Apple: one view with a button.

struct ContentView: View {
  @State var currentNonce: String?

  var body: some View {
    SignInWithAppleButton(.signIn) { request in
      request.requestedScopes = [.fullName, .email]
      let nonce = randomNonceString()
      currentNonce = nonce
      request.nonce = sha256(nonce)
    } onCompletion: { result in
      switch result {
      case .success(let authResults):
        let appleIDCredential = authResults.credential as? ASAuthorizationAppleIDCredential

        guard let nonce = currentNonce else {
          fatalError("Apple answered a request that was not made.")
        }
        guard let appleIDToken = appleIDCredential?.identityToken else {
          fatalError("Apple answered without an ID token.")
        }
        guard let idTokenString = String(data: appleIDToken, encoding: .utf8) else {
          print("The ID token is no text: \(appleIDToken.debugDescription)")
          return
        }

        let credential = OAuthProvider.credential(
          withProviderID: "apple.com", idToken: idTokenString, rawNonce: nonce)
        Auth.auth().signIn(with: credential) { result, error in
          if result?.user != nil {
            print("signed in with Apple")
          } else {
            print("not signed in with Apple: \(error.debugDescription)")
          }
        }
      case .failure(let error):
        print("Apple: \(error.localizedDescription)")
      }
    }
    .signInWithAppleButtonStyle(.black)
    .frame(width: 224, height: 40)
  }

  private func randomNonceString(length: Int = 32) -> String {
    precondition(length > 0)
    let charset: [Character] =
      Array("0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._")
    var result = ""
    var remainingLength = length

    while remainingLength > 0 {
      let randoms: [UInt8] = (0..<16).map { _ in
        var random: UInt8 = 0
        let errorCode = SecRandomCopyBytes(kSecRandomDefault, 1, &random)
        if errorCode != errSecSuccess {
          fatalError("There are no random bytes: SecRandomCopyBytes said \(errorCode)")
        }
        return random
      }

      randoms.forEach { random in
        if remainingLength == 0 {
          return
        }
        if random < charset.count {
          result.append(charset[Int(random)])
          remainingLength -= 1
        }
      }
    }
    return result
  }

  private func sha256(_ input: String) -> String {
    let inputData = Data(input.utf8)
    let hashedData = SHA256.hash(data: inputData)
    let hashString = hashedData.compactMap {
      return String(format: "%02x", $0)
    }.joined()
    return hashString
  }
}
