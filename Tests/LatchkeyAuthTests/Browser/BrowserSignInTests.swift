import FirebaseAuth
import Foundation
import IdentityWire
import Synchronization
import TestSupport
import Testing

/// The SDK opens the address, listens for the answer itself, and a real browser walks there and back.
@Suite(
  "The SDK signs in with GitHub in Chromium", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: Chromium.isThere, Comment(rawValue: Chromium.absence)))
struct BrowserSignInTests {
  /// What the browser is to do next, and what it saw.
  private final class Person: Sendable {
    private let next = Mutex(Chromium.Decision.choose("ada"))
    private let sights = AsyncStream<Chromium.Seen>.makeStream()

    func will(_ decision: Chromium.Decision) { next.withLock { $0 = decision } }

    /// What was seen at the first visit. The sign-in may be over before the browser shows its last page.
    func firstSight() async -> Chromium.Seen? { await sights.stream.first { _ in true } }

    var presenter: BrowserPresenter {
      BrowserPresenter(timeout: 60) { url in
        let decision = self.next.withLock { $0 }
        self.sights.continuation.yield(try await Chromium.shared.visit(url, decision))
      }
    }
  }

  private static func run(_ body: @Sendable @escaping (LiveAuth, Person) async throws -> Void) async throws {
    try await TestServer.run { server in
      let person = Person()
      try await body(try LiveAuth(server, presenter: person.presenter), person)
    }
  }

  private static func code(_ body: () async throws -> Void) async -> AuthErrorCode? {
    do {
      try await body()
      return nil
    } catch {
      return AuthErrorCode(error)
    }
  }

  @Test("signs in, uses GitHub's own interface, signs in again, reauthenticates, signs out")
  func wholeWay() async throws {
    try await Self.run { live, person in
      let auth = live.auth
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      provider.scopes = ["user:email", "read:org"]
      provider.customParameters = [
        "allow_signup": "false", "login": "a b&c=d+e#f%ü", "client_id": "thief",
        "redirect_uri": "https://evil.example",
        "response_type": "token", "scope": "repo", "state": "fixed", "State": "fixed",
      ]
      let result = try await auth.signIn(with: try await provider.credential(with: nil))

      // What the person saw at GitHub's, and then from the SDK's own listener.
      let seen = try #require(await person.firstSight())
      #expect(seen.title == "You can close this window")
      #expect(seen.scopes == ["user:email", "read:org"])
      let asked = try await live.server.lastAuthorization(at: "github.com")
      #expect(asked["allow_signup"] == "false" && asked["login"] == "a b&c=d+e#f%ü")
      #expect(asked["client_id"] == "Iv1.latchkeylab00001" && asked["response_type"] == "code")
      #expect(asked["redirect_uri"] == .string(live.server.origin + "/__/auth/handler"))
      #expect(asked["scope"] == "user:email read:org" && asked["state"] != "fixed" && asked["State"] == nil)

      let info = try #require(result.additionalUserInfo)
      #expect(info.providerID == "github.com" && info.username == "ada" && info.isNewUser)
      #expect(info.profile?["login"] as? String == "ada" && info.profile?["id"] as? Int != nil)
      let credential = try #require(result.credential)
      #expect(credential.provider == "github.com" && credential.idToken == nil && credential.secret == nil)
      let token = try #require(credential.accessToken)
      let user = try await live.server.send(
        "GET", "/lab/github.com/user", headers: ["Authorization": "Bearer \(token)", "User-Agent": "app"])
      #expect(user.status == 200 && user.json["login"] == "ada")
      #expect(result.user.displayName == "Ada Lovelace" && result.user.photoURL != nil)
      #expect(result.user.providerData.map(\.providerID) == ["github.com"])

      let uid = result.user.uid
      try auth.signOut()
      #expect(auth.currentUser == nil)
      let again = try await auth.signIn(with: provider, uiDelegate: nil)
      #expect(again.user.uid == uid && again.additionalUserInfo?.isNewUser == false)

      let before = try await again.user.getIDTokenResult().authDate
      live.server.clock.advance(seconds: 1_200)
      #expect(await Self.code { try await again.user.delete() } == .requiresRecentLogin)
      #expect(auth.currentUser === again.user)
      try await again.user.reauthenticate(with: try await provider.credential(with: nil))
      #expect(try await again.user.getIDTokenResult().authDate >= before + 1_200)
      person.will(.choose("grace"))
      #expect(
        await Self.code { try await again.user.reauthenticate(with: provider, uiDelegate: nil) }
          == .userMismatch)
      #expect(auth.currentUser?.uid == uid)
      try auth.signOut()
      #expect(auth.currentUser == nil)
    }
  }

  @Test("links GitHub to somebody who signed in otherwise, and GitHub leads to them from then on")
  func link() async throws {
    try await Self.run { live, person in
      let auth = live.auth
      person.will(.choose("katherine"))
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      let user = try await auth.createUser(withEmail: "kj@example.com", password: "correct horse").user
      let linked = try await user.link(with: try await provider.credential(with: nil))
      #expect(linked.user === user && linked.additionalUserInfo?.username == "katherine")
      #expect(Set(user.providerData.map(\.providerID)) == ["password", "github.com"])
      #expect(user.email == "kj@example.com")
      try auth.signOut()
      #expect(try await auth.signIn(with: provider, uiDelegate: nil).user.uid == user.uid)

      try auth.signOut()
      let other = try await auth.createUser(withEmail: "other@example.com", password: "correct horse").user
      do {
        try await other.link(with: provider, uiDelegate: nil)
        Issue.record("GitHub was linked to a second user")
      } catch {
        #expect(AuthErrorCode(error) == .credentialAlreadyInUse && auth.currentUser === other)
        let updated = try #require(error.updatedCredential)
        #expect(try await auth.signIn(with: updated).user.uid == user.uid)
      }
    }
  }

  @Test("who refuses at GitHub's has cancelled; nothing has changed, and the next try may succeed")
  func refusal() async throws {
    try await Self.run { live, person in
      let auth = live.auth
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      let user = try await auth.signInAnonymously().user
      person.will(.deny)
      do {
        _ = try await provider.credential(with: nil)
        Issue.record("there is a credential of a refusal")
      } catch {
        let error = error as NSError
        #expect(error.domain == AuthErrorDomain && error.code == AuthErrorCode.webContextCancelled.rawValue)
        #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_WEB_CONTEXT_CANCELLED")
      }
      #expect(await person.firstSight()?.title == "You can close this window")
      #expect(auth.currentUser === user && user.isAnonymous)
      person.will(.choose("ada"))
      try await user.link(with: provider, uiDelegate: nil)
      #expect(!user.isAnonymous)
    }
  }

  @Test("an answer is good once, for the sign-in that asked for it, and for who began it")
  func foreignAnswers() async throws {
    try await TestServer.run { server in
      let recorder = RecordingPresenter(
        presenter: BrowserPresenter(timeout: 60) { _ = try await Chromium.shared.visit($0, .choose("ada")) })
      let auth = try LiveAuth(server, presenter: recorder).auth
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      let stolen = try await provider.credential(with: nil)
      let answer = try #require(recorder.last)

      // Another sign-in of the same app, whose browser is led back with the answer of the first.
      let replaying = BrowserPresenter(timeout: 60) { url in
        let query = FormURLEncoded(parsing: url.query(percentEncoded: true) ?? "")
        let back = try #require(
          URL(string: (query["redirectUrl"] ?? "") + "?" + (answer.query(percentEncoded: true) ?? "")))
        #expect(try await Chromium.shared.visit(back, .look).title == "You can close this window")
      }
      let second = try LiveAuth(server, presenter: replaying).auth
      #expect(
        await Self.code {
          _ = try await second.signIn(
            with: OAuthProvider(providerID: "github.com", auth: second), uiDelegate: nil)
        }
          == .webSignInUserInteractionFailure)

      // One that makes the answer look like its own does not know what the server was shown the digest of.
      let forging = ForgingPresenter(answer: answer)
      let third = try LiveAuth(server, presenter: forging).auth
      #expect(
        await Self.code {
          _ = try await third.signIn(
            with: OAuthProvider(providerID: "github.com", auth: third), uiDelegate: nil)
        }
          == .invalidCredential)
      #expect(second.currentUser == nil && third.currentUser == nil)
      // Which has used it up: there is one try.
      #expect(await Self.code { _ = try await auth.signIn(with: stolen) } == .invalidCredential)

      let credential = try await provider.credential(with: nil)
      let user = try await auth.signIn(with: credential).user
      #expect(await Self.code { _ = try await auth.signIn(with: credential) } == .invalidCredential)
      #expect(auth.currentUser === user)
    }
  }
}
