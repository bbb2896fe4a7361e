import FirebaseAuth
import Foundation
import IdentityWire
import Observation
import TestSupport
import Testing

@testable import LatchkeyAuth

@Suite("The session that views of SwiftUI observe", .timeLimit(.minutes(15)))
@MainActor struct AuthSessionTests {
  /// Waits until a view that reads a condition would find it true.
  static func wait(until condition: @MainActor () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = condition()
        } onChange: {
          continuation.resume()
        }
      }
    }
  }

  private static func isSignedOut(_ session: AuthSession) -> Bool {
    if case .signedOut = session.state { true } else { false }
  }

  @Test("follows each user who signs in and out, and is right before the first change")
  func users() async throws {
    try await LiveAuth.run { @MainActor live in
      let session = AuthSession(live.auth)
      #expect(Self.isSignedOut(session) && session.user == nil && session.lastError == nil)
      let user = try await live.auth.signInAnonymously().user
      await Self.wait { session.user === user }
      #expect(AuthSession(live.auth).user === user)
      try live.auth.signOut()
      await Self.wait { Self.isSignedOut(session) }
      #expect(session.user == nil)
    }
  }

  @Test("a view of the user is drawn anew when the account has changed and the token has not")
  func account() async throws {
    try await LiveAuth.run { @MainActor live in
      let session = AuthSession(live.auth)
      // Told after the session of each change.
      var changes = live.auth.idTokenChanges.makeAsyncIterator()
      #expect(await changes.next() == .some(nil))
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      #expect(await changes.next()??.uid == user.uid)
      let drawn = AsyncStream<Void>.makeStream()
      withObservationTracking {
        _ = session.user?.displayName
      } onChange: {
        drawn.continuation.yield()
      }
      let change: JSONValue = ["localId": .string(user.uid), "displayName": "Ada"]
      #expect(try await live.server.administer("accounts:update", change).status == 200)
      let token = try await user.getIDToken()
      try await user.reload()
      for await _ in drawn.stream { break }
      #expect(session.user?.displayName == "Ada")
      #expect(try await user.getIDToken() == token)
    }
  }

  @Test("an operation is busy while it runs, and its error stays until the next one")
  func operations() async throws {
    try await LiveAuth.run { @MainActor live in
      let session = AuthSession(live.auth)
      let email = "ada@example.com"
      let user = await session.perform { auth in
        #expect(session.isBusy)
        return try await auth.createUser(withEmail: email, password: "a password").user
      }
      #expect(user != nil && session.user === user && !session.isBusy)
      session.signOut()
      #expect(Self.isSignedOut(session) && session.lastError == nil)

      let refused = await session.perform { try await $0.signIn(withEmail: email, password: "wrong") }
      #expect(refused == nil)
      #expect(session.lastError?.authErrorCode == .wrongPassword && session.user == nil && !session.isBusy)
      let cancelled: Void? = await session.perform { _ in throw CancellationError() }
      #expect(cancelled == nil && session.lastError == nil)
      await session.perform { try await $0.signIn(withEmail: email, password: "wrong") }
      await session.perform { try await $0.signIn(withEmail: email, password: "a password") }
      #expect(session.lastError == nil && session.user?.email == email)
    }
  }

  @Test("a sign-out that failed leaves the user signed in, and says why")
  func failedSignOut() async throws {
    try await LiveAuth.run(storage: StuckStorage()) { @MainActor live in
      let session = AuthSession(live.auth)
      await session.perform { try await $0.signInAnonymously() }
      session.signOut()
      #expect(session.lastError?.authErrorCode == .keychainError && session.user != nil)
    }
  }

  @Test("listens for as long as its owner keeps it")
  func owner() async throws {
    try await LiveAuth.run { @MainActor live in
      weak var known: AuthSession?
      do {
        let session = AuthSession(live.auth)
        known = session
        await session.perform { try await $0.signInAnonymously() }
        #expect(!live.auth.core.listeners.isEmpty)
      }
      #expect(known == nil)
      do {
        // What was on its way to the session has arrived.
        var changes = live.auth.authStateChanges.makeAsyncIterator()
        _ = await changes.next()
      }
      #expect(live.auth.core.listeners.isEmpty)
    }
  }
}
