import Hummingbird
import Logging
import ServiceLifecycle

/// A server that is no Latchkey: a function, a gateway, an app's back end.
public enum LoopbackApplication {
  /// Serves on a loopback port from before the body begins until it has ended.
  ///
  /// - Throws: what the body throws; ``TestFailure`` when nothing can listen there.
  @discardableResult
  public static func run<Context: RequestContext, Result: Sendable>(
    _ router: Router<Context>, port: Int,
    logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
    _ body: @Sendable @escaping () async throws -> Result
  ) async throws -> Result where Context.Source == ApplicationRequestContextSource {
    let quiet = Logger(label: "services", factory: { _ in SwiftLogNoOpLogHandler() })
    let (ready, signal) = AsyncStream<Void>.makeStream()
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in signal.yield() }, logger: logger)
    let services = ServiceGroup(configuration: .init(services: [application], logger: quiet))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { signal.finish() }
        try await services.run()
      }
      guard await ready.contains(where: { true }) else {
        throw TestFailure("nothing could listen on port \(port)")
      }
      let outcome: Swift.Result<Result, any Error>
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
      await services.triggerGracefulShutdown()
      try await group.waitForAll()
      return try outcome.get()
    }
  }
}
