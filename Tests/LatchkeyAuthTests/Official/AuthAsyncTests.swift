import FirebaseAuth
import Foundation
import Synchronization
import TestSupport
import Testing

/// The tests of FirebaseAuth's own `AuthStateChangesAsyncTests` and `IdTokenChangesAsyncTests`, by their names.
@Suite("FirebaseAuth's tests of its sequences")
struct AuthAsyncTests {
  @Test("the sequence of users begins with nobody, and goes on with who signs in")
  func authStateChangesStreamYieldsUserOnSignIn() async throws {
    try await LiveAuth.run { live in
      var users = live.auth.authStateChanges.makeAsyncIterator()
      #expect(await users.next() == .some(nil))
      let user = try await live.auth.signInAnonymously().user
      #expect(await users.next()??.uid == user.uid)
    }
  }

  @Test("the sequence of users ends with the task that iterates it")
  func authStateChangesStreamIsCancelled() async throws {
    try await LiveAuth.run { live in
      let (first, told) = AsyncStream<Void>.makeStream()
      let task = Task {
        var count = 0
        for await _ in live.auth.authStateChanges {
          count += 1
          told.yield()
        }
        return count
      }
      for await _ in first { break }
      task.cancel()
      #expect(await task.value == 1)
      try await live.auth.signInAnonymously()
    }
  }

  @Test("the sequence of users has nobody again after a sign-out")
  func authStateChangesStreamYieldsNilOnSignOut() async throws {
    try await LiveAuth.run { live in
      var users = live.auth.authStateChanges.makeAsyncIterator()
      #expect(await users.next() == .some(nil))
      let user = try await live.auth.signInAnonymously().user
      #expect(await users.next()??.uid == user.uid)
      try live.auth.signOut()
      #expect(await users.next() == .some(nil))
    }
  }

  @Test("the sequence of tokens begins with nobody, and goes on with who signs in")
  func idTokenChangesStreamYieldsUserOnSignIn() async throws {
    try await LiveAuth.run { live in
      var users = live.auth.idTokenChanges.makeAsyncIterator()
      #expect(await users.next() == .some(nil))
      let user = try await live.auth.signInAnonymously().user
      #expect(await users.next()??.uid == user.uid)
    }
  }

  @Test("the sequence of tokens ends with the task that iterates it")
  func idTokenChangesStreamIsCancelled() async throws {
    try await LiveAuth.run { live in
      let (first, told) = AsyncStream<Void>.makeStream()
      let task = Task {
        var count = 0
        for await _ in live.auth.idTokenChanges {
          count += 1
          told.yield()
        }
        return count
      }
      for await _ in first { break }
      task.cancel()
      #expect(await task.value == 1)
      try await live.auth.signInAnonymously()
    }
  }

  @Test("the sequence of tokens has nobody again after a sign-out")
  func idTokenChangesStreamYieldsNilOnSignOut() async throws {
    try await LiveAuth.run { live in
      var users = live.auth.idTokenChanges.makeAsyncIterator()
      #expect(await users.next() == .some(nil))
      let user = try await live.auth.signInAnonymously().user
      #expect(await users.next()??.uid == user.uid)
      try live.auth.signOut()
      #expect(await users.next() == .some(nil))
    }
  }
}
