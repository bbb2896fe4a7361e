import FirebaseAuth
import FirebaseCore
import FirebaseFirestore
import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// Code in the shape that the official guides show it in, against a live server.
@Suite("Code as the guides write it")
@MainActor struct GuideShapesTests {
  private static func randomNonce(length: Int = 32) -> String {
    var randomBytes = [UInt8](repeating: 0, count: length)
    let errorCode = SecRandomCopyBytes(kSecRandomDefault, randomBytes.count, &randomBytes)
    #expect(errorCode == errSecSuccess)
    let charset: [Character] = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._")
    return String(randomBytes.map { byte in charset[Int(byte) % charset.count] })
  }

  private static func sha256(_ input: String) -> String {
    SHA256.hash(data: Data(input.utf8)).compactMap { String(format: "%02x", $0) }.joined()
  }

  /// Waits until the completion was called.
  private static func wait(_ start: @MainActor (@escaping @MainActor @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { done in start { done.resume() } }
  }

  @Test("Limited Login with a nonce, and sign-out that catches an NSError")
  func limitedLogin() async throws {
    try await LiveAuth.run { live in
      let nonce = await Self.randomNonce()
      let currentNonce: String? = nonce
      let hashed = await Self.sha256(nonce)
      let token = try await live.server.labToken(
        "facebook.com", ["kind": "limited", "nonce": .string(hashed), "person": "ada"])
      let idTokenString: String? = token
      let credential = OAuthProvider.credential(
        withProviderID: "facebook.com", idToken: idTokenString!, rawNonce: currentNonce)
      let auth = live.auth
      await Self.wait { done in
        auth.signIn(with: credential) { authResult, error in
          #expect(error == nil && authResult?.user.displayName == "Ada Lovelace")
          done()
        }
      }
      await MainActor.run {
        let firebaseAuth = auth
        do {
          try firebaseAuth.signOut()
        } catch let signOutError as NSError {
          Issue.record("Error signing out: \(signOutError)")
        }
        #expect(firebaseAuth.currentUser == nil)
      }
    }
  }

  @Test("the resolver path of a second factor, with completions throughout")
  func resolver() async throws {
    try await LiveAuth.run { live in
      let session = try await live.server.verifiedUser("ada@example.com")
      _ = try await live.server.enrollPhone(session, "+15551230100")
      let auth = live.auth
      let server = live.server
      let credential = EmailAuthProvider.credential(withEmail: "ada@example.com", password: "correct horse")
      let isMFAEnabled = true
      await Self.wait { done in
        auth.signIn(with: credential) { authResult, error in
          if let error = error {
            let authError = error as NSError
            if isMFAEnabled, authError.code == AuthErrorCode.secondFactorRequired.rawValue {
              let resolver =
                authError.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as! MultiFactorResolver
              var selectedHint: PhoneMultiFactorInfo?
              for tmpFactorInfo in resolver.hints { selectedHint = tmpFactorInfo as? PhoneMultiFactorInfo }
              PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(
                with: selectedHint!, uiDelegate: nil, multiFactorSession: resolver.session
              ) { verificationID, error in
                #expect(error == nil)
                let code = (try? server.code(of: verificationID!)) ?? ""
                let credential = PhoneAuthProvider.provider(auth: auth).credential(
                  withVerificationID: verificationID!, verificationCode: code)
                let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
                resolver.resolveSignIn(with: assertion) { authResult, error in
                  #expect(error == nil && authResult?.user.email == "ada@example.com")
                  done()
                }
              }
              return
            }
          }
          Issue.record("no second factor was asked for")
          done()
        }
      }
    }
  }

  @Test("the generic OAuth flow, in which credential, result and user may be nil")
  func oauth() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      provider.customParameters = ["allow_signup": "false"]
      provider.scopes = ["user:email"]
      await Self.wait { done in
        provider.getCredentialWith(nil) { credential, error in
          #expect(error == nil)
          if credential != nil {
            auth.signIn(with: credential) { authResult, error in
              #expect(error == nil)
              guard let oauthCredential = authResult.credential as? OAuthCredential else {
                Issue.record("there is no credential")
                return done()
              }
              #expect(oauthCredential.accessToken != nil && oauthCredential.idToken == nil)
              done()
            }
          }
        }
      }
      await Self.wait { done in
        auth.currentUser.reauthenticateWithCredential(withCredential: nil) { authResult, error in
          #expect(authResult == nil && error.flatMap { AuthErrorCode($0) } == .invalidCredential)
          done()
        }
      }
    }
  }

  @Test("what is asked of an app that is not configured fails, and says what is missing")
  func unconfigured() async throws {
    do {
      _ = try await Auth.auth().signInAnonymously()
      Issue.record("there is no app")
    } catch {
      #expect(error.localizedDescription.contains("FirebaseApp.configure()"))
    }
  }
}
