import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

extension AuthTests {
  private static func settings() -> ActionCodeSettings {
    let settings = ActionCodeSettings()
    settings.url = URL(string: "http://localhost/done")
    settings.handleCodeInApp = true
    return settings
  }

  // MARK: Asking for mails

  @Test("a mail to reset a password is sent to the address")
  func sendPasswordResetEmailSuccess() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      try await live.auth.sendPasswordReset(withEmail: LiveAuth.email)
      #expect(try live.server.mail("PASSWORD_RESET", to: LiveAuth.email).code.isEmpty == false)
    }
  }

  @Test("a project that does not serve the app says so, and sends nothing")
  func sendPasswordResetEmailFailure() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      live.transport.refuse("getOobConfirmationCode", "Referer blocked.", reason: "ipRefererBlocked")
      #expect(
        await failureCode { try await live.auth.sendPasswordReset(withEmail: LiveAuth.email) }
          == .appNotAuthorized)
      #expect(live.server.mails.isEmpty)
    }
  }

  @Test("a mail to sign in by is sent to the address, and goes on where the settings say")
  func sendSignInLinkToEmailSuccess() async throws {
    try await LiveAuth.run { live in
      try await live.auth.sendSignInLink(toEmail: LiveAuth.email, actionCodeSettings: Self.settings())
      let mail = try live.server.mail("EMAIL_SIGNIN", to: LiveAuth.email)
      let url = try #require(ActionCodeURL(link: mail.link))
      #expect(url.operation == .emailLink && url.code == mail.code)
      #expect(url.continueURL?.absoluteString == "http://localhost/done")
      let sent = try live.transport.lastMessage(to: "getOobConfirmationCode")
      #expect(sent["canHandleCodeInApp"] == true && sent["email"] == .string(LiveAuth.email))
    }
  }

  @Test("a project that does not serve the app says so, and sends no link")
  func sendSignInLinkToEmailFailure() async throws {
    try await LiveAuth.run { live in
      live.transport.refuse("getOobConfirmationCode", "Referer blocked.", reason: "ipRefererBlocked")
      #expect(
        await failureCode {
          try await live.auth.sendSignInLink(toEmail: LiveAuth.email, actionCodeSettings: Self.settings())
        } == .appNotAuthorized)
      #expect(live.server.mails.isEmpty)
    }
  }

  // MARK: Using codes

  @Test("a mailed code sets a new password")
  func resetPasswordSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try live.auth.signOut()
      let code = try await live.server.resetCode(LiveAuth.email)
      try await live.auth.confirmPasswordReset(withCode: code, newPassword: "another password")
      #expect(live.auth.currentUser == nil)
      let back = try await live.auth.signIn(withEmail: LiveAuth.email, password: "another password")
      #expect(back.user.uid == user.uid)
    }
  }

  @Test("a code of nobody's sets none")
  func resetPasswordFailure() async throws {
    try await LiveAuth.run { live in
      #expect(
        await failureCode {
          try await live.auth.confirmPasswordReset(withCode: "nobody's", newPassword: "another password")
        } == .invalidActionCode)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a code tells what it is for, whose it is and what it changes, and is not used up by it")
  func checkActionCodeSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await user.sendEmailVerification()
      let code = try live.server.mail("VERIFY_EMAIL", to: LiveAuth.email).code
      for _ in 0..<2 {
        let info = try await live.auth.checkActionCode(code)
        #expect(info.operation == .verifyEmail && info.email == LiveAuth.email && info.previousEmail == nil)
      }
      try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
      let change = try live.server.mail("VERIFY_AND_CHANGE_EMAIL", to: "new@example.com").code
      let info = try await live.auth.checkActionCode(change)
      #expect(info.operation == .verifyAndChangeEmail)
      #expect(info.email == "new@example.com" && info.previousEmail == LiveAuth.email)
    }
  }

  @Test("a code that is too old says so")
  func checkActionCodeFailure() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      try live.auth.signOut()
      let code = try await live.server.resetCode(LiveAuth.email)
      live.server.clock.advance(seconds: 2 * 86_400)
      #expect(await failureCode { _ = try await live.auth.checkActionCode(code) } == .expiredActionCode)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a code that verifies an address does")
  func applyActionCodeSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await user.sendEmailVerification()
      let code = try live.server.mail("VERIFY_EMAIL", to: LiveAuth.email).code
      try await live.auth.applyActionCode(code)
      #expect(!user.isEmailVerified)
      try await user.reload()
      #expect(user.isEmailVerified)
    }
  }

  @Test("a code of nobody's does nothing")
  func applyActionCodeFailure() async throws {
    try await LiveAuth.run { live in
      #expect(await failureCode { try await live.auth.applyActionCode("nobody's") } == .invalidActionCode)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a code that resets a password tells whose")
  func verifyPasswordResetCodeSuccess() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      let code = try await live.server.resetCode(LiveAuth.email)
      #expect(try await live.auth.verifyPasswordResetCode(code) == LiveAuth.email)
    }
  }

  @Test("a code of nobody's tells nothing")
  func verifyPasswordResetCodeFailure() async throws {
    try await LiveAuth.run { live in
      #expect(
        await failureCode { _ = try await live.auth.verifyPasswordResetCode("nobody's") }
          == .invalidActionCode)
      #expect(live.auth.currentUser == nil)
    }
  }
}
