import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import Synchronization
import TestSupport
import Testing

@Suite("Source documents, in the SDK: users and sessions")
struct SessionPointTests {
  @Test("Points 33, 34: the first sign-in makes the account; it is the same in every app and on every device")
  func sameUser() async throws {
    try await TestServer.run { server in
      let (phone, tablet) = (try LiveAuth(server).auth, try LiveAuth(server).auth)
      func credential() async throws -> AuthCredential {
        FacebookAuthProvider.credential(
          withAccessToken: try await server.labToken("facebook.com", ["person": "ada"]))
      }
      let first = try await phone.signIn(with: try await credential())
      #expect(first.additionalUserInfo?.isNewUser == true && first.user.isAnonymous == false)
      server.clock.advance(seconds: 100)
      let second = try await tablet.signIn(with: try await credential())
      #expect(second.additionalUserInfo?.isNewUser == false && second.user.uid == first.user.uid)
      let (made, last) = (second.user.metadata.creationDate, second.user.metadata.lastSignInDate)
      #expect(made == first.user.metadata.creationDate && made != nil)
      #expect(try #require(last).timeIntervalSince(try #require(made)) >= 100)

      let user = try #require(tablet.currentUser)
      #expect(user.displayName == "Ada Lovelace" && user.photoURL != nil)
      let info = try #require(user.providerData.first)
      #expect(info.providerID == "facebook.com" && info.displayName == "Ada Lovelace" && !info.uid.isEmpty)
      #expect(info.uid != user.uid && user.providerID == "Firebase")
    }
  }

  @Test("Point 35: the ID token has the uid, the provider's data and the claims of the administrator")
  func claims() async throws {
    try await LiveAuth.run { live in
      let token = try await live.server.labToken("github.com", ["person": "ada"])
      let user = try await live.auth.signIn(with: GitHubAuthProvider.credential(withToken: token)).user
      let before = try await user.getIDTokenResult()
      #expect(before.claims["sub"] as? String == user.uid && before.claims["user_id"] as? String == user.uid)
      let firebase = try #require(before.claims["firebase"] as? [String: Any])
      #expect(
        before.signInProvider == "github.com" && firebase["sign_in_provider"] as? String == "github.com")
      #expect((firebase["identities"] as? [String: Any])?["github.com"] != nil)
      #expect(before.claims["admin"] == nil && before.expirationDate > before.issuedAtDate)
      _ = try await live.server.administer(
        "accounts:update", ["localId": .string(user.uid), "customAttributes": #"{"admin":true}"#])
      let after = try await user.getIDTokenResult(forcingRefresh: true)
      #expect(after.claims["admin"] as? Bool == true && after.authDate == before.authDate)
    }
  }

  @Test("Point 36: signing out sends nothing, may be done twice, forgets what was stored, and is told once")
  func signOut() async throws {
    let storage = MemoryStorage()
    try await LiveAuth.run(storage: storage) { live in
      let auth = live.auth
      let heard = Mutex<[String?]>([])
      let handle = auth.addStateDidChangeListener { _, user in heard.withLock { $0.append(user?.uid) } }
      let user = try await auth.signInAnonymously().user
      #expect(try LiveAuth(live.server, storage: storage).auth.currentUser?.uid == user.uid)
      live.transport.goDown(for: 1_000)
      let sent = live.transport.lastMessage
      try auth.signOut()
      try auth.signOut()
      #expect(auth.currentUser == nil && live.transport.lastMessage == sent)
      #expect(try LiveAuth(live.server, storage: storage).auth.currentUser == nil)
      await MainActor.run {}
      #expect(heard.withLock { $0 } == [nil, user.uid, nil])
      auth.removeStateDidChangeListener(handle)
    }
  }

  @Test("Point 37: failures of every kind are NSErrors of one domain, with code, words and name")
  func failures() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      let nobody = GitHubAuthProvider.credential(withToken: "nothing")
      #expect(await failureCode { try await auth.signIn(with: nobody) } == .invalidCredential)
      #expect(await failureCode { try await auth.signIn(withEmail: "x", password: "y") } == .invalidEmail)
      #expect(await failureCode { try await auth.createUser(withEmail: "", password: "y") } == .missingEmail)
      live.transport.goDown(for: 10)
      #expect(await failureCode { try await auth.signInAnonymously() } == .networkError)
    }
    try await LiveAuth.run(storage: StuckStorage()) { live in
      let user = try await live.auth.signInAnonymously().user
      // As the guides catch them: an error that is no NSError would end the program here.
      func caught() -> NSError? {
        do {
          try live.auth.signOut()
        } catch let signOutError as NSError {
          return signOutError
        }
        return nil
      }
      let error = try #require(caught())
      #expect(error.domain == AuthErrorDomain && error.code == AuthErrorCode.keychainError.rawValue)
      #expect(live.auth.currentUser === user)
    }
  }

  /// Whether this runs on the main queue, whose thread is not always the first one on Linux.
  private static var isOnMain: Bool { DispatchQueue.getSpecific(key: mainKey) == true }
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @Test("Point 38: a completion is called once, on the main queue, with a value or an error and never both")
  func completions() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      for password in ["correct horse", "short"] {
        let calls = Watched(0)
        let (hasResult, hasError, isMain) = await withCheckedContinuation { done in
          auth.createUser(withEmail: "\(password.count)@example.com", password: password) { result, error in
            calls.change { $0 += 1 }
            done.resume(returning: (result != nil, error != nil, Self.isOnMain))
          }
        }
        #expect(hasResult != hasError && isMain && hasError == (password == "short"))
        // Whatever else was to be called has its turn.
        _ = await failure { _ = try await auth.signIn(withCustomToken: "no token") }
        await MainActor.run {}
        #expect(calls.value == 1)
      }
      let listened = await withCheckedContinuation { done in
        let isFirst = Mutex(true)
        auth.addIDTokenDidChangeListener { heard, user in
          guard
            isFirst.withLock({ isFirst in
              defer { isFirst = false }; return isFirst
            })
          else { return }
          done.resume(returning: (Self.isOnMain, heard.currentUser === user))
        }
      }
      #expect(listened == (true, true))
    }
  }
}
