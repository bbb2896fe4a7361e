#if os(Linux)
  import AuthenticationServices
  import Foundation
  import TestSupport
  import Testing

  @testable import Tutorials

  @Suite("The tutorial on Sign in with Apple runs as it shows it", .timeLimit(.minutes(10)))
  @MainActor struct AppleTutorialTests {
    private static func answer(_ token: String?) -> Result<ASAuthorization, any Error> {
      var name = PersonNameComponents()
      name.givenName = "Hedy"
      name.familyName = "Lamarr"
      return .success(
        ASAuthorization(
          credential: ASAuthorizationAppleIDCredential(
            user: "hedy", identityToken: token.map { Data($0.utf8) }, fullName: name)))
    }

    @Test("Apple's button asks with the nonce's hash, and the name of the first time is kept")
    func signIn() async throws {
      try await TutorialRun.run { live, session in
        let screen = Screen(AppleView(session: session))
        let button = try #require(screen.first(SignInWithAppleButton.self))
        let request = ASAuthorizationAppleIDRequest()
        button.onRequest(request)
        #expect(request.requestedScopes == [.fullName, .email])
        let nonce = try #require(request.nonce)
        let token = try await live.server.labToken("apple.com", ["person": "hedy", "nonce": .string(nonce)])
        button.onCompletion(Self.answer(token))
        await TutorialRun.until { session.user != nil }
        #expect(session.user?.email == "k7q2m9x4tz@privaterelay.appleid.com")
        #expect(session.user?.displayName == "Hedy Lamarr" && session.user?.photoURL == nil)
        #expect(screen.texts == ["Hedy Lamarr", "apple.com"])
      }
    }

    @Test("an answer to another request signs nobody in, and a user who cancels sees no failure")
    func refusals() async throws {
      try await TutorialRun.run { live, session in
        let token = try await live.server.labToken("apple.com", ["person": "hedy", "nonce": "another"])
        await session.signIn(withApple: Self.answer(token), nonce: Nonce())
        #expect(session.user == nil && session.message != nil)
        await session.signIn(withApple: Self.answer(nil), nonce: Nonce())
        #expect(session.user == nil && session.message != nil)
        await session.signIn(withApple: .failure(ASAuthorizationError(.canceled)), nonce: Nonce())
        #expect(session.user == nil && session.message == nil)
        await session.signIn(withApple: .failure(ASAuthorizationError(.unknown)), nonce: Nonce())
        #expect(session.message != nil)
      }
    }
  }
#endif
