import FirebaseAuth
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Tokens are renewed before they expire", .timeLimit(.minutes(15)))
struct ProactiveRenewalTests {
  /// The server's time. Sleeps of a minute and more end when a test says so, shorter ones at once.
  private final class AlarmClock: AuthClock {
    private let server: TestServer
    private let alarms = Mutex<[AsyncStream<Void>.Continuation]>([])
    private let sleeps = AsyncStream<Double>.makeStream()

    init(_ server: TestServer) { self.server = server }

    var now: Date { server.clock.now().date }
    var isAsked: Bool { alarms.withLock { !$0.isEmpty } }

    func sleep(seconds: Double) async throws {
      guard seconds >= 60 else { return }
      let alarm = AsyncStream<Void>.makeStream()
      alarms.withLock { $0.append(alarm.continuation) }
      sleeps.continuation.yield(seconds)
      for await _ in alarm.stream { break }
      try Task.checkCancellation()
    }

    /// Rounded to a minute: the server's time goes on by itself.
    func nextSleep() async -> Double? {
      for await seconds in sleeps.stream { return (seconds / 60).rounded() * 60 }
      return nil
    }

    func wake() {
      let sleeping = alarms.withLock { alarms in
        defer { alarms = [] }
        return alarms
      }
      for alarm in sleeping { alarm.yield() }
    }
  }

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
}
