import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

// FirebaseAuth's own tests of the providers whose credentials are made of tokens: one suite for each, by its name.

/// The parameters that a sign-in with a credential of nobody's sends.
private func sent(_ live: LiveAuth, with credential: AuthCredential) async throws -> FormURLEncoded {
  await #expect(throws: AuthError.self) { try await live.auth.signIn(with: credential) }
  let message = try live.transport.lastMessage(to: "verifyAssertion")
  return FormURLEncoded(parsing: message["postBody"]?.stringValue ?? "")
}

@Suite("FirebaseAuth's tests of FacebookAuthProvider")
struct FacebookAuthProviderTests {
  @Test("the token goes to the server as an access token")
  func credentialWithToken() async throws {
    try await LiveAuth.run { live in
      let body = try await sent(live, with: FacebookAuthProvider.credential(withAccessToken: "Token"))
      #expect(body["access_token"] == "Token" && body["providerId"] == "facebook.com")
    }
  }

  @Test("a credential comes out of an archive as it went in")
  func facebookAuthCredentialCoding() throws {
    let copy = try archived(FacebookAuthProvider.credential(withAccessToken: "Token"))
    #expect((copy as? OAuthCredential)?.accessToken == "Token" && copy.provider == "facebook.com")
  }
}

@Suite("FirebaseAuth's tests of GitHubAuthProvider")
struct GitHubAuthProviderTests {
  @Test("the token goes to the server as an access token")
  func credentialWithToken() async throws {
    try await LiveAuth.run { live in
      let body = try await sent(live, with: GitHubAuthProvider.credential(withToken: "Token"))
      #expect(body["access_token"] == "Token" && body["providerId"] == "github.com")
    }
  }

  @Test("a credential comes out of an archive as it went in")
  func gitHubAuthCredentialCoding() throws {
    let copy = try archived(GitHubAuthProvider.credential(withToken: "Token"))
    #expect((copy as? OAuthCredential)?.accessToken == "Token" && copy.provider == "github.com")
  }
}

@Suite("FirebaseAuth's tests of GoogleAuthProvider")
struct GoogleAuthProviderTests {
  @Test("both tokens go to the server")
  func credentialWithToken() async throws {
    try await LiveAuth.run { live in
      let credential = GoogleAuthProvider.credential(withIDToken: "idToken", accessToken: "Token")
      let body = try await sent(live, with: credential)
      #expect(body["access_token"] == "Token" && body["id_token"] == "idToken")
      #expect(body["providerId"] == "google.com")
    }
  }

  @Test("a credential comes out of an archive as it went in")
  func googleAuthCredentialCoding() throws {
    let copy = try archived(GoogleAuthProvider.credential(withIDToken: "idToken", accessToken: "Token"))
    let google = copy as? OAuthCredential
    #expect(google?.accessToken == "Token" && google?.idToken == "idToken")
  }
}

@Suite("FirebaseAuth's tests of TwitterAuthProvider")
struct TwitterAuthProviderTests {
  @Test("token and secret go to the server")
  func credentialWithToken() async throws {
    try await LiveAuth.run { live in
      let credential = TwitterAuthProvider.credential(withToken: "Token", secret: "Secret")
      let body = try await sent(live, with: credential)
      #expect(body["access_token"] == "Token" && body["oauth_token_secret"] == "Secret")
      #expect(body["providerId"] == "twitter.com")
    }
  }

  @Test("a credential comes out of an archive as it went in")
  func twitterAuthCredentialCoding() throws {
    let copy = try archived(TwitterAuthProvider.credential(withToken: "Token", secret: "Secret"))
    let twitter = copy as? OAuthCredential
    #expect(twitter?.accessToken == "Token" && twitter?.secret == "Secret")
  }
}

@Suite("FirebaseAuth's tests of AuthProviderID")
struct AuthProviderIDTests {
  @Test("each id is the one of its provider's class")
  func authProviderIDEnumRawValue() {
    #expect(AuthProviderID.apple.rawValue == "apple.com")
    #expect(AuthProviderID.email.rawValue == EmailAuthProvider.id)
    #expect(AuthProviderID.facebook.rawValue == FacebookAuthProvider.id)
    #expect(AuthProviderID.gameCenter.rawValue == GameCenterAuthProvider.id)
    #expect(AuthProviderID.gitHub.rawValue == GitHubAuthProvider.id)
    #expect(AuthProviderID.google.rawValue == GoogleAuthProvider.id)
    #expect(AuthProviderID.phone.rawValue == PhoneAuthProvider.id)
  }
}
