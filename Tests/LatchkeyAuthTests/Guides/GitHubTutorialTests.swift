#if os(Linux)
  import FirebaseAuth
  import Foundation
  import TestSupport
  import Testing

  @testable import Tutorials

  @Suite("The tutorial on GitHub runs as it shows it", .timeLimit(.minutes(10)))
  @MainActor struct GitHubTutorialTests {
    @Test("GitHub's pages sign in, and the access token opens GitHub's API")
    func signIn() async throws {
      try await TutorialRun.run { live, session in
        let screen = Screen(GitHubView(session: session))
        #expect(screen.titles == ["Continue with GitHub"])
        try screen.press("Continue with GitHub")
        await TutorialRun.until { screen.texts.contains("ada") }
        #expect(session.user?.providerData.map(\.providerID) == ["github.com"])
        let asked = try await live.server.lastAuthorization(at: "github.com")
        #expect(asked["allow_signup"] == "false" && asked["scope"] == "user:email")

        session.signOut()
        let user = try #require(await session.signInWithGitHub())
        let address = try #require(URL(string: live.server.origin + "/lab/github.com"))
        let emails = try await GitHubAPI(address: address, accessToken: user.accessToken).emails()
        #expect(emails.first { $0.primary }?.email == session.user?.email)
      }
    }

    @Test("GitHub is linked to an account with a password")
    func link() async throws {
      try await TutorialRun.run { live, session in
        let owner = try await live.auth.createUser(withEmail: "me@example.com", password: "correct horse")
          .user
        await session.linkGitHub()
        #expect(session.user == nil && session.message != nil)
        let signedIn = Session(auth: live.auth)
        await signedIn.linkGitHub()
        #expect(Set(signedIn.user?.providerData.map(\.providerID) ?? []) == ["password", "github.com"])
        #expect(signedIn.user?.uid == owner.uid && signedIn.message == nil)

        signedIn.signOut()
        try await live.auth.signInAnonymously()
        let other = Session(auth: live.auth)
        await other.linkGitHub()
        #expect(other.message == "This sign-in belongs to another account.")
      }
    }

    @Test("an old sign-in is confirmed at GitHub before the account is deleted")
    func deletion() async throws {
      try await TutorialRun.run { live, session in
        _ = await session.signInWithGitHub()
        #expect(session.user != nil)
        live.server.clock.advance(seconds: 1_200)
        try Screen(GitHubView(session: session)).press("Delete my account")
        await TutorialRun.until { session.user == nil }
        #expect(session.message == nil && live.auth.currentUser == nil)
        #expect(try await live.server.accountCount() == 0)
      }
    }

    @Test("a person who refuses at GitHub's pages is not signed in, and sees no failure")
    func refusal() async throws {
      try await TutorialRun.run(person: nil) { _, session in
        #expect(await session.signInWithGitHub() == nil)
        #expect(session.user == nil && session.message == nil)
      }
    }
  }
#endif
