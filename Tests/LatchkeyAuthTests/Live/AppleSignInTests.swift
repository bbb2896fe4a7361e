import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("The nonce of a sign-in with Apple")
struct AppleSignInTests {
  /// Apple's answer to a request with a nonce.
  private static func answer(_ live: LiveAuth, to nonce: String) async throws -> Data {
    Data(try await live.server.labToken("apple.com", ["sub": "a1", "nonce": .string(nonce)]).utf8)
  }

  @Test("binds Apple's answer to its attempt, and the user gets the name that Apple told")
  func attempt() async throws {
    try await LiveAuth.run { live in
      let apple = AppleSignIn(auth: live.auth)
      let token = try await Self.answer(live, to: apple.begin())
      var name = PersonNameComponents()
      (name.givenName, name.familyName) = ("Hedy", "Lamarr")
      let user = try await apple.signIn(identityToken: token, fullName: name).user
      #expect(user.displayName == "Hedy Lamarr" && live.auth.currentUser === user)
      #expect(user.providerData.map(\.providerID) == ["apple.com"])

      let next = try await Self.answer(live, to: apple.begin())
      try await user.reauthenticate(with: apple.credential(identityToken: next))
      #expect(live.auth.currentUser === user)
    }
  }

  @Test("is good for one answer, whatever becomes of it")
  func once() async throws {
    try await LiveAuth.run { live in
      let apple = AppleSignIn(auth: live.auth)
      func code(of token: Data?) -> AuthErrorCode? {
        do {
          _ = try apple.credential(identityToken: token)
          return nil
        } catch { return error.authErrorCode }
      }
      let token = try await Self.answer(live, to: apple.begin())
      #expect(code(of: token) == nil)
      #expect(code(of: token) == .missingOrInvalidNonce)
      for noToken in [nil, Data(), Data([0xFF])] {
        _ = apple.begin()
        #expect(code(of: noToken) == .invalidCredential)
        #expect(code(of: token) == .missingOrInvalidNonce)
      }
      _ = apple.begin()
      apple.cancel()
      #expect(code(of: token) == .missingOrInvalidNonce)
    }
  }

  @Test("of an attempt that another one has followed signs nobody in, and leaves the other one as it was")
  func late() async throws {
    try await LiveAuth.run { live in
      let apple = AppleSignIn(auth: live.auth)
      let first = try await Self.answer(live, to: apple.begin())
      let second = try await Self.answer(live, to: apple.begin())
      #expect(
        await failureCode { try await apple.signIn(identityToken: first) } == .missingOrInvalidNonce)
      #expect(live.auth.currentUser == nil)
      #expect(try await apple.signIn(identityToken: second).user === live.auth.currentUser)
    }
  }

  @Test("never comes twice, and Apple is shown its digest")
  func nonces() {
    let apple = AppleSignIn()
    let digests = (0..<200).map { _ in apple.begin() }
    #expect(Set(digests).count == 200)
    for digest in digests { #expect(digest.wholeMatch(of: /[0-9a-f]{64}/) != nil) }
  }
}
