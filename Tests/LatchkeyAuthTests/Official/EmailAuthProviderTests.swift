import FirebaseAuth
import Foundation
import TestSupport
import Testing

/// Each test has the name of the one of FirebaseAuth's own `EmailAuthProviderTests` that looks at the same behaviour.
@Suite("FirebaseAuth's tests of EmailAuthProvider")
struct EmailAuthProviderTests {
  @Test("a credential of a link comes out of an archive as it went in, and signs in")
  func emailAuthCredentialCodingLink() async throws {
    try await LiveAuth.run { live in
      let link = try await live.signInLink()
      let copy = try archived(EmailAuthProvider.credential(withEmail: LiveAuth.email, link: link))
      #expect(copy.provider == EmailAuthProvider.id)
      #expect(try await live.auth.signIn(with: copy).user.email == LiveAuth.email)
    }
  }

  @Test("a credential of a password comes out of an archive as it went in, and signs in")
  func emailAuthCredentialCodingPassword() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let credential = EmailAuthProvider.credential(withEmail: LiveAuth.email, password: LiveAuth.password)
      let copy = try archived(credential)
      #expect(try await live.auth.signIn(with: copy).user.uid == user.uid)
    }
  }
}
