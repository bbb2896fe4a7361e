#if os(Linux)
  import FBSDKLoginKit
  import FirebaseAuth
  import IdentityWire
  import SwiftUI
  import TestSupport
  import Testing

  @testable import Tutorials

  /// The person at Facebook's pages belongs to the whole process.
  @Suite("The tutorials on Facebook run as they show it", .serialized, .timeLimit(.minutes(10)))
  @MainActor struct FacebookTutorialTests {
    /// At Facebook's pages a person agrees, and Facebook hands out what the lab makes.
    private static func agree(as person: String, at server: TestServer) {
      LoginManager.user = { configuration in
        let isLimited = configuration.tracking == .limited
        var options: [String: JSONValue] = ["person": .string(person)]
        if isLimited { options.merge(["kind": "limited", "nonce": .string(configuration.nonce)]) { $1 } }
        let token = try? await server.labToken("facebook.com", .object(options))
        guard let token else { return (.failed(TestFailure("no token")), nil) }
        return (
          .success(
            granted: configuration.requestedPermissions, declined: [],
            token: isLimited ? nil : AccessToken(tokenString: token)),
          isLimited ? AuthenticationToken(tokenString: token) : nil
        )
      }
    }

    @Test("Facebook Login signs in, shows the user and signs out")
    func facebook() async throws {
      try await TutorialRun.run { live, session in
        let screen = Screen(FacebookView(session: session))
        Self.agree(as: "ada", at: live.server)
        try screen.press("Continue with Facebook")
        await TutorialRun.until { session.user != nil }
        #expect(screen.texts == ["Ada Lovelace", "facebook.com"])
        #expect(live.auth.currentUser === session.user)
        try screen.press("Sign out")
        #expect(session.user == nil && live.auth.currentUser == nil)
        #expect(screen.texts.isEmpty)
      }
    }

    @Test("a token that Facebook did not make is refused, and giving up is no failure")
    func facebookRefused() async throws {
      try await TutorialRun.run { live, session in
        LoginManager.user = { _ in
          (.success(granted: [], declined: [], token: AccessToken(tokenString: "no token")), nil)
        }
        await session.signInWithFacebook()
        #expect(session.user == nil && session.message?.isEmpty == false)
        let screen = Screen(FacebookView(session: session))
        #expect(screen.texts.count == 1 && screen.texts.first == session.message)
        LoginManager.user = { _ in (.cancelled, nil) }
        await session.signInWithFacebook()
        #expect(session.user == nil && session.message == nil)
        LoginManager.user = { _ in (.success(granted: [], declined: [], token: nil), nil) }
        await session.signInWithFacebook()
        #expect(session.user == nil && session.message != nil)
      }
    }

    @Test("failures that a user can do something about are said in the app's own words")
    func failures() async throws {
      try await TutorialRun.run { live, session in
        Self.agree(as: "ada", at: live.server)
        live.transport.goDown(for: 10)
        await session.signInWithFacebook()
        #expect(session.message == "The server cannot be reached. Try again later.")
      }
      try await TutorialRun.run { live, session in
        let token = try await live.server.labToken("apple.com", ["person": "ada", "rawNonce": "n"])
        let apple = OAuthProvider.credential(withProviderID: "apple.com", idToken: token, rawNonce: "n")
        try await live.auth.signIn(with: apple)
        session.signOut()
        Self.agree(as: "ada", at: live.server)
        await session.signInWithFacebook()
        #expect(
          session.message == "You have an account with this e-mail address. Sign in as you did before.")
      }
    }

    @Test("nonces are 32 characters, of which the provider sees the SHA-256, and never the same twice")
    func nonces() {
      let nonces = (0..<100).map { _ in Nonce() }
      #expect(Set(nonces.map(\.raw)).count == 100 && Set(nonces.map(\.hashed)).count == 100)
      for nonce in nonces {
        #expect(nonce.raw.wholeMatch(of: /[A-Za-z0-9]{32}/) != nil)
        #expect(nonce.hashed.wholeMatch(of: /[0-9a-f]{64}/) != nil)
      }
    }

    @Test("Limited Login binds the ID token to its request")
    func limitedLogin() async throws {
      try await TutorialRun.run { live, session in
        let server = live.server
        let nonce = Watched("")
        LoginManager.user = { configuration in
          nonce.change { $0 = configuration.nonce }
          let token = try? await server.labToken(
            "facebook.com", ["kind": "limited", "nonce": "another", "person": "ada"])
          return (
            .success(granted: [], declined: [], token: nil),
            token.map { AuthenticationToken(tokenString: $0) }
          )
        }
        await session.signInWithLimitedLogin()
        #expect(session.user == nil && session.message != nil)
        #expect(nonce.value.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        Self.agree(as: "ada", at: server)
        await session.signInWithLimitedLogin()
        #expect(session.user?.displayName == "Ada Lovelace" && session.message == nil)
      }
    }

    @Test("a telephone is enrolled, and its code finishes the next sign-in")
    func secondFactor() async throws {
      try await TutorialRun.run { live, session in
        let server = live.server
        Self.agree(as: "grace", at: server)
        await session.signInWithLimitedLogin()
        let user = try #require(session.user)
        _ = try await server.administer(
          "accounts:update", ["localId": .string(user.uid), "emailVerified": true])
        let enrolment = try await session.beginEnrolment(of: "+15551230101")
        try await session.finishEnrolment(enrolment, code: try server.code(of: enrolment), named: "work")
        session.signOut()

        try Screen(LimitedLoginView(session: session)).press("Continue with Facebook")
        await TutorialRun.until { session.secondFactor != nil }
        #expect(session.user == nil && session.message == nil)
        let asked = Screen(LimitedLoginView(session: session))
        #expect(asked.titles == ["work", "Cancel"])
        try asked.press("Cancel")
        #expect(session.secondFactor == nil)

        await session.signInWithLimitedLogin()
        let resolver = try #require(session.secondFactor)
        let screen = Screen(SecondFactorView(session: session, resolver: resolver))
        try screen.press("work")
        await TutorialRun.until { !screen.fields.isEmpty }
        let code = try server.newestCode()
        try #require(screen.fields.first).text.wrappedValue = code == "000000" ? "111111" : "000000"
        try screen.press("Sign in")
        await TutorialRun.until { session.message != nil }
        #expect(session.message == "That code is wrong." && session.secondFactor === resolver)
        try #require(screen.fields.first).text.wrappedValue = code
        try screen.press("Sign in")
        await TutorialRun.until { session.user != nil }
        #expect(session.user?.uid == user.uid && session.secondFactor == nil && session.message == nil)
        #expect(try await session.user?.getIDTokenResult().signInSecondFactor == "phone")
      }
    }

    @Test("without a user nothing is enrolled or linked")
    func nobody() async throws {
      try await TutorialRun.run { _, session in
        await #expect(throws: AuthErrorCode.nullUser) { try await session.beginEnrolment(of: "+15551230101") }
        await session.linkGitHub()
        #expect(session.user == nil && session.message != nil)
      }
    }
  }
#endif
