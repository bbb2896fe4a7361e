import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("The SDK and passkeys")
struct SDKPasskeyTests {
  /// What an authenticator of the app's own makes of the options.
  private static func registration(_ options: PasskeyCreationOptions, by authenticator: SoftAuthenticator)
    throws -> PasskeyRegistration
  {
    let answer = try authenticator.registration(challenge: Array(options.challenge))
    return try PasskeyRegistration(json: JSONWriter.text(answer))
  }

  private static func assertion(_ options: PasskeyRequestOptions, by authenticator: SoftAuthenticator) throws
    -> PasskeyAssertion
  {
    let answer = try authenticator.assertion(challenge: Array(options.challenge))
    return try PasskeyAssertion(json: JSONWriter.text(answer))
  }

  private static func enrol(_ user: User, name: String?) async throws -> SoftAuthenticator {
    let options = try await user.passkeyCreationOptions()
    var authenticator = SoftAuthenticator()
    authenticator.userHandle = Array(options.userID)
    try await user.finalizePasskeyEnrollment(
      with: try registration(options, by: authenticator), name: name)
    return authenticator
  }

  @Test("a passkey is added, listed, signed in with and removed")
  func wholeLife() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      let user = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
      #expect(user.enrolledPasskeys == [])
      let authenticator = try await Self.enrol(user, name: "Ada's phone")
      let passkey = try #require(user.enrolledPasskeys?.first)
      #expect(passkey.name == "Ada's phone")
      #expect(passkey.credentialID == Base64URL.encode(authenticator.credentialID))
      #expect(try await user.getIDTokenResult().signInProvider == "passkey")
      try auth.signOut()

      let options = try await auth.passkeyRequestOptions()
      #expect(options.relyingPartyID == "localhost" && options.allowedCredentialIDs.isEmpty)
      let result = try await auth.finalizePasskeySignIn(with: try Self.assertion(options, by: authenticator))
      #expect(result.user.uid == user.uid && auth.currentUser === result.user)
      #expect(result.additionalUserInfo?.providerID == "passkey")
      #expect(result.additionalUserInfo?.isNewUser == false)

      try await result.user.unenrollPasskey(withCredentialID: try #require(passkey.credentialID))
      #expect(result.user.enrolledPasskeys == [])
      // The tokens that came with it count.
      #expect(try await result.user.getIDToken(forcingRefresh: true).isEmpty == false)
      await #expect {
        let options = try await auth.passkeyRequestOptions()
        try await auth.finalizePasskeySignIn(with: try Self.assertion(options, by: authenticator))
      } throws: { AuthErrorCode($0) == .missingPasskeyEnrollment }
    }
  }

  @Test("an anonymous user with a passkey is anonymous no more")
  func anonymous() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signInAnonymously().user
      #expect(user.isAnonymous)
      _ = try await Self.enrol(user, name: nil)
      #expect(!user.isAnonymous && user.enrolledPasskeys?.count == 1)
    }
  }

  @Test("the options are there as JSON of WebAuthn, with base64url in place of the server's base64")
  func json() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
      let authenticator = try await Self.enrol(user, name: nil)
      let options = try await user.passkeyCreationOptions()
      #expect(options.userName == "ada@example.com" && options.algorithms.contains(-7))
      #expect(options.excludedCredentialIDs == [Data(authenticator.credentialID)])
      let json = try JSONParser().parse(options.json)
      #expect(json["challenge"] == .string(Base64URL.encode(options.challenge)))
      #expect(json["user"]?["id"] == .string(Base64URL.encode(options.userID)))
      #expect(json["rp"]?["id"] == "localhost")
      #expect(
        json["excludeCredentials"]?[0]?["id"] == .string(Base64URL.encode(authenticator.credentialID)))
    }
  }

  @Test("a wrong signature, a used challenge and text that is no answer have their codes")
  func refusals() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      let user = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
      let authenticator = try await Self.enrol(user, name: nil)
      var wrong = try Self.assertion(try await auth.passkeyRequestOptions(), by: authenticator)
      wrong.signature[wrong.signature.count - 1] ^= 1
      let forged = wrong
      await #expect {
        try await auth.finalizePasskeySignIn(with: forged)
      } throws: { AuthErrorCode($0) == .invalidAuthenticatorResponse }
      let right = try Self.assertion(try await auth.passkeyRequestOptions(), by: authenticator)
      try await auth.finalizePasskeySignIn(with: right)
      await #expect {
        try await auth.finalizePasskeySignIn(with: right)
      } throws: { AuthErrorCode($0) == .sessionExpired }
      for text in ["", "[]", "{}", #"{"id":"AA"}"#, #"{"id":"A","response":{}}"#] {
        #expect { try PasskeyAssertion(json: text) } throws: {
          AuthErrorCode($0) == .invalidAuthenticatorResponse
        }
        #expect { try PasskeyRegistration(json: text) } throws: {
          AuthErrorCode($0) == .invalidAuthenticatorResponse
        }
      }
      await #expect {
        try await user.unenrollPasskey(withCredentialID: "")
      } throws: { AuthErrorCode($0) == .missingPasskeyEnrollment }
    }
  }

  @Test("an archive keeps a passkey's name and id")
  func archive() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
      _ = try await Self.enrol(user, name: "Key")
      let passkey = try #require(user.enrolledPasskeys?.first)
      let data = try NSKeyedArchiver.archivedData(withRootObject: passkey, requiringSecureCoding: true)
      let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: PasskeyInfo.self, from: data)
      #expect(read?.name == "Key" && read?.credentialID == passkey.credentialID)
    }
  }
}
