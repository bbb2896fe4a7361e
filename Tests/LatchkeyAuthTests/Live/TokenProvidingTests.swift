import FirebaseAuth
import Foundation
import TestSupport
import Testing

@testable import LatchkeyAuth

@Suite("ID tokens for code that need not know who signs in", .timeLimit(.minutes(15)))
struct TokenProvidingTests {
  /// With a clock by which a renewal that is due later waits.
  private static func run(
    storage: any AuthStorage = MemoryStorage(), _ body: @Sendable @escaping (LiveAuth) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      try await body(try LiveAuth(server, storage: storage, clock: AlarmClock(server)))
    }
  }

  @Test("the token is that of whoever is signed in, renewed when it is to be, and none without them")
  func token() async throws {
    try await Self.run { live in
      let tokens: any AuthTokenProviding = live.auth
      #expect(try await tokens.idToken() == nil)
      let user = try await live.auth.signInAnonymously().user
      let first = try await user.getIDToken()
      #expect(try await tokens.idToken() == first)
      live.server.clock.advance(seconds: 10)
      let second = try await tokens.idToken(forcingRefresh: true)
      #expect(second != first && second == user.session.tokens.idToken)
      live.transport.goDown(for: 100)
      #expect(await failureCode { _ = try await tokens.idToken(forcingRefresh: true) } == .networkError)
      try live.auth.signOut()
      #expect(try await tokens.idToken() == nil)
    }
  }

  @Test("a reader of tokens gets each one that is good, and nil while nobody is signed in")
  func stream() async throws {
    let storage = MemoryStorage()
    try await Self.run(storage: storage) { live in
      var tokens = live.auth.idTokens.makeAsyncIterator()
      #expect(await tokens.next() == .some(nil))
      let user = try await live.auth.signInAnonymously().user
      #expect(await tokens.next() == user.session.tokens.idToken)
      // A change of the account is none of the token.
      try await user.reload()
      live.server.clock.advance(seconds: 10)
      let renewed = try await user.getIDToken(forcingRefresh: true)
      #expect(await tokens.next() == renewed)

      // Another start, with a token that has expired meanwhile: its successor comes in its place.
      live.server.clock.advance(seconds: 7_200)
      let later = try LiveAuth(live.server, storage: storage, clock: AlarmClock(live.server)).auth
      var its = later.idTokens.makeAsyncIterator()
      let next = await its.next()
      #expect(next != renewed && next == later.currentUser?.session.tokens.idToken)
      try later.signOut()
      #expect(await its.next() == .some(nil))
    }
  }

  @Test("a slow reader gets the newest token alone")
  func newest() async throws {
    try await Self.run { live in
      var tokens = live.auth.idTokens.makeAsyncIterator()
      #expect(await tokens.next() == .some(nil))
      let user = try await live.auth.signInAnonymously().user
      for _ in 0..<3 {
        live.server.clock.advance(seconds: 10)
        _ = try await user.getIDToken(forcingRefresh: true)
      }
      let newest = user.session.tokens.idToken
      // At most one token before the newest was on its way.
      var read = [await tokens.next()]
      if read.last != .some(newest) { read.append(await tokens.next()) }
      #expect(read.last == .some(newest))
    }
  }

  @Test("to cancel the reading ends the listening", arguments: ["users", "tokens of users", "tokens"])
  func cancellation(of sequence: String) async throws {
    try await Self.run { live in
      let auth = live.auth
      let begun = AsyncStream<Void>.makeStream()
      let reading = Task {
        switch sequence {
        case "users": for await _ in auth.authStateChanges { begun.continuation.yield() }
        case "tokens of users": for await _ in auth.idTokenChanges { begun.continuation.yield() }
        default: for await _ in auth.idTokens { begun.continuation.yield() }
        }
      }
      for await _ in begun.stream { break }
      #expect(!auth.core.listeners.isEmpty)
      reading.cancel()
      await reading.value
      #expect(auth.core.listeners.isEmpty)
    }
  }
}
