import NIOCore

/// Runs a connection's tasks on the thread that reads and writes it: a request that is answered out of memory never
/// changes threads, and waking one takes longer than much of what is asked.
///
/// What takes long must leave it (``offEventLoop(_:)``), or all connections of the thread wait.
final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Runs what may keep a thread busy for milliseconds where it keeps no connection waiting.
func offEventLoop<Value: Sendable>(
  _ body: @Sendable () async throws -> Value
) async rethrows -> Value {
  try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}
