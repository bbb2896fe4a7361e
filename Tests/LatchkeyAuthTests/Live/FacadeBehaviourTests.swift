import FirebaseAuth
import Foundation
import LatchkeyAuth
import Synchronization
import TestSupport
import Testing

@Suite("How the facade behaves at its edges")
struct FacadeBehaviourTests {
  @Test("the notification of a sign-out is the app's Auth's, as that of a sign-in is")
  func notification() async throws {
    try await LiveAuth.run { live in
      let seen = AsyncStream<Bool>.makeStream()
      let observer = NotificationCenter.default.addObserver(
        forName: .AuthStateDidChange, object: live.auth, queue: nil
      ) { _ in seen.continuation.yield(true) }
      defer { NotificationCenter.default.removeObserver(observer) }
      var notifications = seen.stream.makeAsyncIterator()
      try await live.auth.signInAnonymously()
      #expect(await notifications.next() == true)
      try live.auth.signOut()
      #expect(await notifications.next() == true)
    }
  }

  @Test("a listener is told by the app's Auth itself, and no more once it was removed")
  func listener() async throws {
    try await LiveAuth.run { live in
      let heard = Mutex(0)
      // Where it would be called, so that it is not between the two.
      await MainActor.run {
        let handle = live.auth.addStateDidChangeListener { _, _ in heard.withLock { $0 += 1 } }
        live.auth.removeStateDidChangeListener(handle)
      }
      let auth = await withCheckedContinuation { continuation in
        let once = Mutex(false)
        _ = live.auth.addStateDidChangeListener { auth, _ in
          if once.withLock({ seen in
            defer { seen = true }; return !seen
          }) {
            continuation.resume(returning: auth)
          }
        }
      }
      #expect(auth === live.auth && heard.withLock { $0 } == 0)
    }
  }

  @Test(
    "a listener of another queue is told there, in the order of the changes and before the sign-in has ended")
  func otherQueue() async throws {
    try await LiveAuth.run { live in
      let queue = DispatchQueue(label: "listener")
      let heard = Mutex<[String]>([])
      let handle = live.auth.listen(toTokens: false, on: queue) { user in
        dispatchPrecondition(condition: .onQueue(queue))
        heard.withLock { $0.append(user == nil ? "nobody" : "somebody") }
      }
      try await live.auth.signInAnonymously()
      queue.async { heard.withLock { $0.append("signed in") } }
      try live.auth.signOut()
      queue.sync {}
      #expect(heard.withLock { $0 } == ["nobody", "somebody", "signed in", "nobody"])
      live.auth.removeStateDidChangeListener(handle)
    }
  }

  @Test("a user who becomes the signed-in one again is the same object, and signed out when deleted")
  func updateCurrentUser() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      try live.auth.signOut()
      try await live.auth.updateCurrentUser(user)
      #expect(live.auth.currentUser === user)
      try await user.delete()
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a cancelled task throws CancellationError")
  func cancellation() async throws {
    try await LiveAuth.run { live in
      let hold = live.transport.hold("signupNewUser", .beforeRequest)
      let task = Task { try await live.auth.signInAnonymously() }
      await hold.arrival()
      task.cancel()
      hold.open()
      let outcome = await task.result
      guard case .failure(let error) = outcome else {
        Issue.record("it was cancelled")
        return
      }
      #expect(error is CancellationError)
    }
  }

  @Test(
    "life times that are no numbers do not keep a session from being stored",
    arguments: ["nan", "inf", "1e400"])
  func numbers(_ text: String) async throws {
    try await TestServer.run { server in
      let storage = MemoryStorage()
      let live = try LiveAuth(server, storage: storage)
      live.transport.replace(#""expiresIn":"3600""#, with: #""expiresIn":"\#(text)""#)
      live.transport.replace(#""createdAt":""#, with: #""createdAt":"9e99"#)
      let user = try await live.auth.signInAnonymously().user
      #expect(try LiveAuth(server, storage: storage).auth.currentUser?.uid == user.uid)
    }
  }

  @Test("a link made of links is looked into twice, and no longer than a mailed link can be")
  func links() async throws {
    try await LiveAuth.run { live in
      let inner = "https://x.example/?mode=signIn&oobCode=c"
      let outer =
        "https://y.example/?link="
        + (inner.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      #expect(live.auth.isSignIn(withEmailLink: inner) && live.auth.isSignIn(withEmailLink: outer))
      let hostile = "x" + String(repeating: "?link=", count: 1_000_000)
      #expect(!live.auth.isSignIn(withEmailLink: hostile))
    }
  }

  @Test("a credential that may be none signs in with either kind of result")
  func optionalCredential() async throws {
    try await LiveAuth.run { live in
      let token = try await live.server.labToken("github.com", ["sub": "7"])
      let credential: AuthCredential? = GitHubAuthProvider.credential(withToken: token)
      let uid = await withCheckedContinuation { continuation in
        live.auth.signIn(with: credential) { authResult, error in
          continuation.resume(returning: authResult?.user.uid)
        }
      }
      #expect(uid != nil && uid == live.auth.currentUser?.uid)
    }
  }
}
