import Hummingbird
import Logging
import Server
import ServiceLifecycle

/// A server that is no Latchkey: a function, a gateway, a provider, an app's back end.
public enum LoopbackApplication {
  /// Serves on a loopback port from before the body begins until it has ended.
  ///
  /// - Parameter port: 0 takes a free one. The body is told which.
  /// - Throws: what the body throws; ``TestFailure`` when nothing can listen there.
  @discardableResult
  public static func run<Responder: HTTPResponder, Result: Sendable>(
    _ responder: Responder, port: Int = 0,
    logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
    _ body: @Sendable @escaping (Int) async throws -> Result
  ) async throws -> Result where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let quiet = Logger(label: "services", factory: { _ in SwiftLogNoOpLogHandler() })
    let (ports, signal) = AsyncStream<Int>.makeStream()
    let application = Application(
      responder: responder, server: .droppableHTTP1,
      configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { signal.yield($0.localAddress?.port ?? port) }, logger: logger)
    let services = ServiceGroup(configuration: .init(services: [application], logger: quiet))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { signal.finish() }
        try await services.run()
      }
      guard let port = await ports.first(where: { _ in true }) else {
        throw TestFailure("nothing could listen on port \(port)")
      }
      let outcome: Swift.Result<Result, any Error>
      do { outcome = .success(try await body(port)) } catch { outcome = .failure(error) }
      await services.triggerGracefulShutdown()
      try await group.waitForAll()
      return try outcome.get()
    }
  }
}
