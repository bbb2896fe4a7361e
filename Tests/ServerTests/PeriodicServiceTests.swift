import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("Periodic services")
struct PeriodicServiceTests {
  private struct Failure: Error {}

  /// The steps of a service, in their order.
  private final class Course: Sendable {
    private let steps = Mutex<[String]>([])
    var all: [String] { steps.withLock(\.self) }
    func note(_ step: String) { steps.withLock { $0.append(step) } }
  }

  // Fails when the action runs before the first interval, when a failure ends the service or is not logged (each alone).
  @Test("an action runs after each interval, also after one that failed, which is logged")
  func intervals() async throws {
    let (course, captured) = (Course(), CapturedLog())
    let service = PeriodicService(
      every: .seconds(7), failure: "nothing was done", log: Logger(label: "test") { _ in captured.handler() },
      sleep: { duration in
        course.note("wait \(duration.components.seconds)")
        if course.all.count > 5 { throw CancellationError() }
      },
      {
        course.note("act")
        if course.all.count == 2 { throw Failure() }
      })
    try await service.run()
    #expect(course.all == ["wait 7", "act", "wait 7", "act", "wait 7", "act", "wait 7"])
    #expect(captured.text.contains("nothing was done") && captured.text.contains("Failure()"))
  }

  // Fails when the end of the server is logged as a failure, or does not reach an action.
  @Test("a cancelled action ends the service and is no failure")
  func cancelledAction() async throws {
    let captured = CapturedLog()
    let service = PeriodicService(
      every: .zero, failure: "nothing was done", log: Logger(label: "test") { _ in captured.handler() },
      sleep: { _ in }, { throw CancellationError() })
    try await service.run()
    #expect(captured.text.isEmpty)
  }

  // Fails when the service waits for its interval although the server ends.
  @Test("it ends with the server, however long its interval is")
  func shutdown() async throws {
    let (waiting, never) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let quiet = Logger(label: "services", factory: { _ in SwiftLogNoOpLogHandler() })
    let service = PeriodicService(
      every: .seconds(86_400), failure: "nothing was done", log: quiet,
      sleep: { duration in
        #expect(duration == .seconds(86_400))
        waiting.continuation.yield()
        // A cancellation alone ends the day.
        for await _ in never.stream {}
        try Task.checkCancellation()
      }, { Issue.record("a day went by") })
    let group = ServiceGroup(configuration: .init(services: [service], logger: quiet))
    async let end: Void = group.run()
    for await _ in waiting.stream { break }
    await group.triggerGracefulShutdown()
    try await end
  }
}
