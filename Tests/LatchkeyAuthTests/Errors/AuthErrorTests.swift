import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("AuthError")
struct AuthErrorTests {
  private func fail() throws { throw AuthError(.userMismatch, "Somebody else.") }

  @Test("what is thrown is an NSError, however it is caught")
  func caught() {
    var caught = 0
    // As in a function that does not throw: the compiler takes the clause for exhaustive.
    do { try fail() } catch let error as NSError {
      caught += 1
      #expect(error.code == 17024)
      #expect(error.domain == AuthErrorDomain)
      #expect(error.localizedDescription == "Somebody else.")
      #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_USER_MISMATCH")
    }
    do { try fail() } catch let error as AuthError {
      caught += 1
      #expect(error.code == AuthErrorCode.userMismatch.rawValue)
    } catch { Issue.record("not an AuthError: \(error)") }
    do { try fail() } catch {
      caught += 1
      #expect((error as NSError).code == 17024)
      #expect(error.localizedDescription == "Somebody else.")
    }
    #expect(caught == 3)
    let handed: (any Error)? = AuthError(.nullUser)
    #expect((handed as NSError?)?.code == 17067)
  }

  @Test("an empty message leaves the code's own sentence, and an empty reason none")
  func empty() {
    let error = AuthError(.weakPassword, "", failureReason: "")
    #expect(error.localizedDescription == AuthErrorCode.weakPassword.sentence)
    #expect(error.localizedFailureReason == nil)
  }

  @Test("reason, underlying error and further values are in userInfo; the name cannot be replaced")
  func userInfo() {
    let error = AuthError(
      .keychainError, "No.", failureReason: "The disk is full.",
      underlying: CocoaError(.fileWriteOutOfSpace),
      info: [AuthErrors.userInfoEmailKey: "ada@example.com", AuthErrors.userInfoNameKey: "ERROR_OTHER"])
    #expect(error.localizedFailureReason == "The disk is full.")
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(underlying?.domain == NSCocoaErrorDomain)
    #expect(underlying?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
    #expect(error.email == "ada@example.com")
    #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_KEYCHAIN_ERROR")
  }

  @Test("adding keeps everything else")
  func adding() {
    let error = AuthError(.credentialAlreadyInUse, "Taken.", failureReason: "Why.")
      .adding([AuthErrors.userInfoEmailKey: "ada@example.com"])
    #expect(error.authErrorCode == .credentialAlreadyInUse)
    #expect(error.localizedDescription == "Taken.")
    #expect(error.localizedFailureReason == "Why.")
    #expect(error.email == "ada@example.com")
  }

  @Test("what a log shows of an error has its code and message, and nothing of userInfo")
  func description() {
    let error: any Error = AuthError(
      .secondFactorRequired, failureReason: "enrolled", underlying: URLError(.timedOut),
      info: ["pending": "s3cret"])
    let optional: (any Error)? = error
    for text in ["\(error)", String(reflecting: error), optional.debugDescription] {
      #expect(text.contains("Domain=FIRAuthErrorDomain Code=17078"))
      #expect(text.contains("ERROR_SECOND_FACTOR_REQUIRED"))
      #expect(text.contains("reason: enrolled"))
      #expect(text.contains("NSURLErrorDomain -1001"))
      #expect(!text.contains("s3cret"))
    }
  }
}
