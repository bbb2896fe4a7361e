import NIOCore

/// Runs a connection's tasks on the thread that reads and writes the connection. A request that needs only memory never
/// changes threads: waking another thread takes longer than many requests.
///
/// Run slow work with ``offEventLoop(_:)`` on another thread. Otherwise, all connections of this thread wait.
final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Runs slow work (milliseconds or more) on a thread that serves no connections.
func offEventLoop<Value: Sendable>(
  _ body: @Sendable () async throws -> Value
) async rethrows -> Value {
  try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}
