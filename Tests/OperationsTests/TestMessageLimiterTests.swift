import Identity
import Testing

@testable import Operations

@Suite("Test messages under way", .timeLimit(.minutes(5)))
struct TestMessageLimiterTests {
  // Fails when only the number of all of them is bounded.
  @Test("one project's tests, however long they take, leave room for another project's")
  func share() async throws {
    let trials = TestMessageLimiter()
    let (slow, other) = (
      try #require(ProjectID(rawValue: "slow")), try #require(ProjectID(rawValue: "other"))
    )
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let (end, isOver) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await trials.run(of: slow) {
          _ = try? await trials.run(of: slow) {
            hasBegun.yield()
            for await _ in end {}
          }
        }
      }
      for await _ in begun { break }
      await #expect(throws: IdentityError.self) { try await trials.run(of: slow) {} }
      let answer = try await trials.run(of: other) { "answer" }
      #expect(answer == "answer")
      isOver.finish()
      try await group.waitForAll()
    }
    let after = try await trials.run(of: slow) { "after" }
    #expect(after == "after")
  }
}
