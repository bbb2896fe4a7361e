import NIOCore

/// Runs a connection's tasks on the thread that reads and writes it. A request that is answered from memory
/// never changes threads: waking a thread takes longer than many requests.
///
/// Slow work must leave the thread with ``offEventLoop(_:)``, or all connections of the thread wait.
final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Runs slow work, of milliseconds and more, on a thread that serves no connections.
func offEventLoop<Value: Sendable>(
  _ body: @Sendable () async throws -> Value
) async rethrows -> Value {
  try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}
