import Foundation
import Identity
import Synchronization
import WorkPool

/// Signs on its own threads, up to eight signatures at a time. ``BatchQueue`` decides when a batch begins.
public final class BatchSigner: ThreadedSigner {
  struct Job {
    let request: SignatureRequest
    let finish: @Sendable (Result<[UInt8], RSAKeyPair.Failure>) -> Void
  }

  private struct State {
    var queue: BatchQueue<Job>
    /// The number of sleeping threads that have not been woken yet.
    var idle = 0
    /// The number of signatures in progress, and the number of threads that make them.
    var underWay = 0
    var busy = 0
    let threads: Int
    var running: Int
    var isClosed = false

    var halfAreBusy: Bool { busy > 0 && busy * 2 >= threads }
    var isWorthServing: Bool { queue.isWorthServing(beside: underWay, halfAreBusy: halfAreBusy) }

    mutating func take() -> [Job] {
      let jobs = queue.take(beside: underWay, halfAreBusy: halfAreBusy)
      if !jobs.isEmpty {
        underWay += jobs.count
        busy += 1
      }
      return jobs
    }

    /// True if a sleeping thread has to be woken.
    mutating func wakesSleeper() -> Bool {
      guard idle > 0, isWorthServing else { return false }
      idle -= 1
      return true
    }
  }

  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)
  private let together: VerifiedRSA
  private let alone: VerifiedRSA
  private let observeBatch: @Sendable (Int) -> Void
  private let relay = Relay(name: "sign-results")

  /// - Parameters:
  ///   - threads: the number of concurrent calls of the library.
  ///   - maximumQueued: the maximum number of waiting requests. One thread makes 1,024 signatures in about a
  ///     tenth of a second.
  ///   - observeFault: called for each signature that was wrong and was made again.
  ///   - observeBatch: called with the size of each batch.
  public convenience init(
    _ library: MultiBufferLibrary, threads: Int = ProcessInfo.processInfo.activeProcessorCount,
    maximumQueued: Int = 1024, observeFault: @escaping @Sendable () -> Void = {},
    observeBatch: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.init(
      batches: MultiBufferRSA(library: library), singles: LibcryptoRSA(),
      breakEven: MultiBufferRSA.breakEven, threads: threads, maximumQueued: maximumQueued,
      observeFault: observeFault, observeBatch: observeBatch)
  }

  init(
    batches: any RSAEngine, singles: any RSAEngine, breakEven: Int, threads: Int, maximumQueued: Int,
    observeFault: @escaping @Sendable () -> Void,
    observeBatch: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    precondition(threads > 0)
    state = Mutex(
      State(
        queue: BatchQueue(width: batches.width, breakEven: breakEven, capacity: maximumQueued),
        threads: threads, running: threads))
    self.observeBatch = observeBatch
    together = VerifiedRSA(engine: batches, other: singles, observeFault: observeFault)
    alone = VerifiedRSA(engine: singles, other: batches, observeFault: observeFault)
    for index in 0..<threads {
      let thread = Thread { [self] in
        ThreadNiceness.some.apply()
        runUntilClosed()
        let isLast = state.withLock { state in
          state.running -= 1
          return state.running == 0
        }
        if isLast { relay.end() }
      }
      thread.name = "sign-\(index)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  public var queued: Int { state.withLock { $0.queue.count } }

  public func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(IdentityError) -> [UInt8] {
    guard let pair = key.rsa else { return try key.material.briefSignature(of: signingInput) }
    let request = SignatureRequest(signing: signingInput, with: pair)
    let result: Result<[UInt8], IdentityError> = await withCheckedContinuation { continuation in
      let refusal = submit(
        Job(request: request) { continuation.resume(returning: $0.mapError(IdentityError.init)) })
      if let refusal { continuation.resume(returning: .failure(refusal)) }
    }
    return try result.get()
  }

  /// Signs on the calling thread. A call takes more than half a millisecond, so do not call this method on
  /// an event loop.
  ///
  /// - Parameter signingInputs: at most eight signing inputs.
  public static func signatures(
    of signingInputs: [[UInt8]], with key: SigningKey, by library: MultiBufferLibrary
  ) throws(SigningKey.Failure) -> [[UInt8]] {
    let way = VerifiedRSA(
      engine: MultiBufferRSA(library: library), other: LibcryptoRSA(), observeFault: {})
    guard let pair = key.rsa else { throw .unsupportedAlgorithm(key.algorithm.rawValue) }
    let requests = signingInputs.map { SignatureRequest(signing: $0, with: pair) }
    do {
      return try way.signatures(for: requests).map { result throws(RSAKeyPair.Failure) in try result.get() }
    } catch {
      throw SigningKey.Failure(error)
    }
  }

  /// Adds a job. Returns nil if one of the signer's threads will finish the job, otherwise the error.
  func submit(_ job: Job) -> IdentityError? {
    let (refusal, wakes): (IdentityError?, Bool) = state.withLock { state in
      if state.isClosed { return (.unavailable(.unavailable, cause: "the signer is closed"), false) }
      guard state.queue.add(job) else { return (.busy(retryAfter: 1), false) }
      return (nil, state.wakesSleeper())
    }
    if wakes { wake.signal() }
    return refusal
  }

  public func close() {
    let sleeping = state.withLock { state in
      state.isClosed = true
      defer { state.idle = 0 }
      return state.idle
    }
    for _ in 0..<sleeping { wake.signal() }
  }

  private enum Turn {
    case work([Job], wakes: Bool)
    case sleep
    case end
  }

  private func runUntilClosed() {
    while true {
      let turn: Turn = state.withLock { state in
        let jobs = state.take()
        if !jobs.isEmpty { return .work(jobs, wakes: state.wakesSleeper()) }
        // Requests may still wait. The threads that are signing now serve them afterwards.
        if state.isClosed { return .end }
        state.idle += 1
        return .sleep
      }
      switch turn {
      case .work(let jobs, let wakes):
        if wakes { wake.signal() }
        observeBatch(jobs.count)
        let way = jobs.count == 1 ? alone : together
        let results = way.signatures(for: jobs.map(\.request))
        state.withLock { state in
          state.underWay -= jobs.count
          state.busy -= 1
        }
        relay.hand { for (job, result) in zip(jobs, results) { job.finish(result) } }
      case .sleep: wake.wait()
      case .end: return
      }
    }
  }
}

extension IdentityError {
  init(_ failure: RSAKeyPair.Failure) {
    let cause =
      switch failure {
      case .libcrypto(let text): text
      case .malformedKey: "malformed key"
      case .unsuited: "no way to sign with this key"
      case .wrongSignature: "every way made a wrong signature"
      }
    self = .unavailable(.unavailable, cause: "signing: \(cause)")
  }
}
