import Foundation
import Identity
import IdentityWire
import LatchkeyVerifier
import Synchronization
import TestSupport
import Testing

/// Counts the requests and passes them on; holds them back, or loses them, when told to.
final class CountingTransport: VerifierTransport {
  private struct State {
    var count = 0
    var isDown = false
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
  }

  private let base = URLSessionVerifierTransport()
  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }
  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
  func hold() { state.withLock { $0.isHeld = true } }
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHeld = false
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func send(_ request: VerifierRequest) async throws(ServerFailure) -> VerifierResponse {
    let isDown = state.withLock { state in
      state.count += 1
      return state.isDown
    }
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.isHeld { state.held.append(continuation) }
        return !state.isHeld
      }
      if goesOn { continuation.resume() }
    }
    if isDown { throw .unreachable }
    return try await base.send(request)
  }
}

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func increment() { count.withLock { $0 += 1 } }
}

extension TestServer {
  /// A verifier for the server's project, by the server's clock.
  func verifier(
    project: String = "example", at server: String? = nil,
    _ change: (inout IDTokenVerifier.Options) -> Void = { _ in }
  ) throws -> IDTokenVerifier {
    var options = IDTokenVerifier.Options()
    let clock = clock
    options.now = { clock.now().date }
    change(&options)
    return try IDTokenVerifier(
      project: project, server: try #require(URL(string: server ?? origin)), options: options)
  }

  /// A server whose clock stands still until it is moved.
  static func runAtFixedTime(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await run(options, body)
  }
}

func expectRefused(
  _ verifier: IDTokenVerifier, _ token: String, _ error: IDTokenError, _ what: String = "",
  checkRevoked: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) async {
  do throws(IDTokenError) {
    let user = try await verifier.verify(token, checkRevoked: checkRevoked)
    Issue.record("\(what): accepted as \(user.uid)", sourceLocation: sourceLocation)
  } catch let thrown {
    #expect(thrown == error, "\(what)", sourceLocation: sourceLocation)
  }
}
