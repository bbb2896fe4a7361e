import Identity
import Testing

@testable import Messaging

@Suite("What became of messages")
struct OutboxTallyTests {
  @Test("it is counted by channel, with the newest of what went wrong")
  func counts() {
    let clock = SettableClock(Instant(seconds: 7))
    let tally = OutboxTally(clock: clock)
    for outcome in OutboxEvent.Outcome.allCases {
      tally.note(OutboxEvent(outcome: outcome, channel: .mail, reason: "\(outcome)"))
      clock.advance(seconds: 1)
    }
    tally.note(OutboxEvent(outcome: .delivered, channel: .mail))
    let counts = tally.counts(of: .mail)
    #expect(counts.delivered == 2 && counts.deferred == 1 && counts.lost == 6)
    #expect(counts.failure?.reason == "unreadable" && counts.failure?.at == Instant(seconds: 15))
    tally.note(OutboxEvent(OutboxLoss(.scopeDeleted, of: .mail, in: OutboxBench.scope.project, count: 3)))
    #expect(tally.counts(of: .mail).lost == 9)
    #expect(tally.counts(of: .sms).lost == 0 && tally.counts(of: .sms).failure == nil)
  }
}
