import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("Error codes")
struct AuthErrorCodeTests {
  @Test("there are the documented codes and no others")
  func all() {
    #expect(AuthErrorCode.allCases.count == 93)
    #expect(Set(AuthErrorCode.allCases) == Set(DocumentedCode.all.map(\.code)))
    #expect(Set(AuthErrorCode.allCases.map(\.sentence)).count > 85)
  }

  @Test("each code has the documented value and name, and says something", arguments: DocumentedCode.all)
  func documented(_ row: DocumentedCode) {
    #expect(row.code.rawValue == row.rawValue)
    #expect(AuthErrorCode(rawValue: row.rawValue) == row.code)
    #expect(row.code.name == row.name)
    #expect(row.code.code == row.code)
    let error = AuthError(row.code) as NSError
    #expect(error.domain == "FIRAuthErrorDomain")
    #expect(error.code == row.rawValue)
    #expect(error.userInfo["FIRAuthErrorUserInfoNameKey"] as? String == row.name)
    #expect(error.localizedDescription == row.code.sentence)
    #expect(error.localizedDescription.hasSuffix("."))
  }

  @Test("a code is read from any error of the SDK, and from no other")
  func read() {
    let error: any Error = AuthError(.wrongPassword)
    #expect(error.authErrorCode == .wrongPassword)
    #expect(AuthErrorCode(error) == .wrongPassword)
    #expect(AuthErrorCode(rawValue: (error as NSError).code) == .wrongPassword)
    #expect(AuthErrorCode.Code(rawValue: error._code) == .wrongPassword)
    #expect(AuthErrorCode(_nsError: error as NSError).code == .wrongPassword)
    #expect(AuthErrorCode(AuthErrorCode.userDisabled) == .userDisabled)
    #expect(AuthErrorCode(NSError(domain: "FIRAuthErrorDomain", code: 17999)) == .internalError)

    #expect(AuthErrorCode(NSError(domain: "FIRAuthErrorDomain", code: 1)) == nil)
    #expect(AuthErrorCode(NSError(domain: NSURLErrorDomain, code: 17009)) == nil)
    #expect(CancellationError().authErrorCode == nil)
    #expect(AuthErrorCode(_nsError: NSError(domain: NSURLErrorDomain, code: 17009)) == .internalError)
  }

  @Test("a code that is thrown by itself bridges to the same domain, code and name")
  func bridged() {
    let error: any Error = AuthErrorCode.weakPassword
    #expect((error as NSError).domain == AuthErrorDomain)
    #expect((error as NSError).code == 17026)
    #expect((error as NSError).userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_WEAK_PASSWORD")
    #expect(error.localizedDescription == AuthErrorCode.weakPassword.sentence)
  }

  @Test("a catch, and a case, of a code match every error that has it")
  func caught() {
    func kind(_ error: any Error) -> String {
      do {
        throw error
      } catch AuthErrorCode.userNotFound {
        return "nobody"
      } catch AuthErrorCode.wrongPassword, AuthErrorCode.invalidCredential {
        return "wrong"
      } catch {
        return "other"
      }
    }
    #expect(kind(AuthError(.userNotFound)) == "nobody" && kind(AuthErrorCode.userNotFound) == "nobody")
    #expect(kind(AuthError(.wrongPassword)) == "wrong" && kind(AuthError(.invalidCredential)) == "wrong")
    #expect(kind(AuthError(.userDisabled)) == "other" && kind(CancellationError()) == "other")
    #expect(kind(NSError(domain: NSURLErrorDomain, code: 17011)) == "other")
    switch AuthError(.emailAlreadyInUse) as (any Error)? {
    case AuthErrorCode.emailAlreadyInUse?: break
    default: Issue.record("the code is another")
    }
    switch AuthErrorCode(rawValue: 17005) {
    case .userNotFound, .wrongPassword: Issue.record("the code is another")
    case .userDisabled: break
    default: Issue.record("the code is another")
    }
  }

  @Test("the constants of Objective-C have their values")
  func constants() {
    #expect(AuthErrorDomain == "FIRAuthErrorDomain")
    #expect(AuthErrorUserInfoNameKey == "FIRAuthErrorUserInfoNameKey")
    #expect(AuthErrorUserInfoEmailKey == "FIRAuthErrorUserInfoEmailKey")
    #expect(AuthErrorUserInfoUpdatedCredentialKey == "FIRAuthErrorUserInfoUpdatedCredentialKey")
    #expect(AuthErrorUserInfoMultiFactorResolverKey == "FIRAuthErrorUserInfoMultiFactorResolverKey")
    #expect([EmailAuthProviderID, EmailLinkAuthSignInMethod] == ["password", "emailLink"])
    #expect(EmailPasswordAuthSignInMethod == "password")
    #expect([FacebookAuthProviderID, FacebookAuthSignInMethod] == ["facebook.com", "facebook.com"])
    #expect([GameCenterAuthProviderID, GameCenterAuthSignInMethod] == ["gc.apple.com", "gc.apple.com"])
    #expect([GitHubAuthProviderID, GitHubAuthSignInMethod] == ["github.com", "github.com"])
    #expect([GoogleAuthProviderID, GoogleAuthSignInMethod] == ["google.com", "google.com"])
    #expect([PhoneAuthProviderID, PhoneAuthSignInMethod] == ["phone", "phone"])
    #expect([TwitterAuthProviderID, TwitterAuthSignInMethod] == ["twitter.com", "twitter.com"])
    #expect([PhoneMultiFactorID, TOTPMultiFactorID] == ["phone", "totp"])
    #expect(Notification.Name.AuthStateDidChange.rawValue == "FIRAuthStateDidChangeNotification")
    #expect([AuthErrors.domain, AuthErrors.userInfoNameKey] == [AuthErrorDomain, AuthErrorUserInfoNameKey])
  }
}
