import FirebaseAuth
import Foundation
import TestSupport
import Testing

@Suite("Tokens are renewed before they expire", .serialized, .timeLimit(.minutes(15)))
struct ProactiveRenewalTests {
  private static func tokenForModules(_ auth: Auth) async -> String? {
    await withCheckedContinuation { continuation in
      auth.getToken(forcingRefresh: false) { token, _ in continuation.resume(returning: token) }
    }
  }

  @Test("five minutes before, from when another module has asked for a token, and again after failures")
  func renewal() async throws {
    try await TestServer.run { server in
      let clock = AlarmClock(server)
      let live = try LiveAuth(server, clock: clock)
      let user = try await live.auth.signInAnonymously().user
      let first = try await user.getIDToken()
      // Whoever would sleep for the renewal has begun by then.
      try await user.reload()
      #expect(!clock.isAsked)
      #expect(await Self.tokenForModules(live.auth) == first)
      #expect(await clock.nextSleep() == 3_300)

      server.clock.advance(seconds: 3_300)
      clock.wake()
      #expect(await clock.nextSleep() == 3_300)
      #expect(live.transport.count("token") == 1)
      #expect(try await user.getIDToken() != first && live.transport.count("token") == 1)

      server.clock.advance(seconds: 3_300)
      live.transport.goDown(for: 1_000)
      clock.wake()
      let pauses = [60, 120, 240, 480, 960, 960]
      for (attempt, pause) in pauses.enumerated() {
        #expect(await clock.nextSleep() == Double(pause))
        server.clock.advance(seconds: Int64(pause))
        if attempt == pauses.count - 1 { live.transport.goDown(for: 0) }
        clock.wake()
      }
      #expect(await clock.nextSleep() == 3_300)
      #expect(live.auth.currentUser === user)
    }
  }

  @Test("a user who signs in later is served, too, and nobody after a sign-out")
  func users() async throws {
    try await TestServer.run { server in
      let clock = AlarmClock(server)
      let live = try LiveAuth(server, clock: clock)
      #expect(await Self.tokenForModules(live.auth) == nil)
      #expect(!clock.isAsked)
      let first = try await live.auth.signInAnonymously().user
      #expect(await clock.nextSleep() == 3_300)
      try live.auth.signOut()
      clock.wake()
      let second = try await live.auth.signInAnonymously().user
      #expect(await clock.nextSleep() == 3_300)
      // An app may keep a user who has signed out. A renewal that was under way would have ended by then.
      try await first.reload()
      try await second.reload()
      #expect(live.transport.count("token") == 0)
    }
  }

  @Test(
    "as soon as an app's own clients take tokens, one by one or as they change", arguments: [true, false])
  func providers(isStream: Bool) async throws {
    try await TestServer.run { server in
      let clock = AlarmClock(server)
      let live = try LiveAuth(server, clock: clock)
      let token = try await live.auth.signInAnonymously().user.getIDToken()
      var tokens: AsyncStream<String?>.Iterator?
      if isStream {
        tokens = live.auth.idTokens.makeAsyncIterator()
        #expect(await tokens?.next() == token)
      } else {
        #expect(try await live.auth.idToken() == token)
      }
      #expect(await clock.nextSleep() == 3_300)
      server.clock.advance(seconds: 3_300)
      clock.wake()
      #expect(await clock.nextSleep() == 3_300)
      #expect(live.transport.count("token") == 1)
      if isStream {
        let renewed = try await live.auth.currentUser?.getIDToken()
        #expect(await tokens?.next() == renewed)
      }
    }
  }

  private static func post(_ name: String) {
    NotificationCenter.default.post(name: Notification.Name("UIApplication\(name)Notification"), object: nil)
  }

  @Test("not while an app of iOS is in the background, and at once on its return if it is time")
  func background() async throws {
    try await TestServer.run { server in
      let clock = AlarmClock(server)
      let live = try LiveAuth(server, clock: clock)
      let user = try await live.auth.signInAnonymously().user
      _ = try await live.auth.idToken()
      #expect(await clock.nextSleep() == 3_300)
      Self.post("DidEnterBackground")
      clock.wake()
      // A renewal that was under way would have ended by then.
      try await user.reload()
      #expect(live.transport.count("token") == 0)
      Self.post("DidBecomeActive")
      #expect(await clock.nextSleep() == 3_300)

      Self.post("DidEnterBackground")
      server.clock.advance(seconds: 3_300)
      clock.wake()
      _ = try await live.server.administer("accounts:lookup", ["localId": [.string(user.uid)]])
      #expect(live.transport.count("token") == 0)
      Self.post("DidBecomeActive")
      #expect(await clock.nextSleep() == 3_300)
      #expect(live.transport.count("token") == 1)
    }
  }
}
