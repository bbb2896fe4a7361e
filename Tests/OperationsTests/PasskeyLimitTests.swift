import Identity
import TestSupport
import Testing

@testable import Operations

@Suite("The limit of refused answers of passkeys", .fewAtOnce)
struct PasskeyLimitTests {
  private static func options() -> TestServer.Options {
    var options = TestServer.Options()
    var limits = AbuseLimits.development
    limits.passkeyFailuresPerNetwork = .rate(5, per: 600)
    options.limits = limits
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    return options
  }

  // Fails when an answer counts only once it was found wrong.
  @Test("Answers count before they are verified, however many come at once")
  func atOnce() async throws {
    try await TestServer.run(Self.options()) { server in
      let caller = Caller(project: try await server.project(), authority: .apiKey)
      let gate = Gate()
      let events = AsyncStream<Bool>.makeStream()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            do throws(IdentityError) {
              try await server.service.countingPasskeyFailures(caller) {
                (_) async throws(IdentityError) -> Void in
                events.continuation.yield(true)
                await gate.pass()
                throw IdentityError.refused(.invalidAuthenticatorResponse)
              }
            } catch {
              if error.refusal == .tooManyAttemptsTryLater { events.continuation.yield(false) }
            }
          }
        }
        var looks: [Bool] = []
        for await isLook in events.stream.prefix(20) { looks.append(isLook) }
        #expect(looks.count { $0 } == 5)
        gate.open()
      }
    }
  }

  // Fails when a verified answer counts until its sign-in has ended, or when it does not count once it is refused.
  @Test("A verified answer does not count while its sign-in goes on, and does if it is refused")
  func givenBack() async throws {
    try await TestServer.run(Self.options()) { server in
      let caller = Caller(project: try await server.project(), authority: .apiKey)
      @Sendable func signIn(_ others: Int) async throws(IdentityError) {
        try await server.service.countingPasskeyFailures(caller) {
          (counted) async throws(IdentityError) -> Void in
          counted.giveBack()
          if others > 0 { try await signIn(others - 1) }
        }
      }
      try await signIn(10)
      var isThrottled: [Bool] = []
      for _ in 0..<6 {
        do throws(IdentityError) {
          try await server.service.countingPasskeyFailures(caller) {
            (counted) async throws(IdentityError) -> Void in
            counted.giveBack()
            throw IdentityError.refused(.passkeyChallengeTimeout)
          }
        } catch {
          isThrottled.append(error.refusal == .tooManyAttemptsTryLater)
        }
      }
      #expect(isThrottled == [false, false, false, false, false, true])
    }
  }

  // Fails when an answer that was right, or that nobody could guess by, is not taken back.
  @Test("What was right, and what was no try, does not count")
  func takenBack() async throws {
    try await TestServer.run(Self.options()) { server in
      let caller = Caller(project: try await server.project(), authority: .apiKey)
      for _ in 0..<10 {
        try await server.service.countingPasskeyFailures(caller) { (_) async throws(IdentityError) -> Void in
        }
        await #expect(throws: IdentityError.self) {
          try await server.service.countingPasskeyFailures(caller) {
            (_) async throws(IdentityError) -> Void in
            throw IdentityError.refused(.missingAuthenticatorResponse)
          }
        }
      }
      try await server.service.countingPasskeyFailures(caller) { (_) async throws(IdentityError) -> Void in }
    }
  }
}
