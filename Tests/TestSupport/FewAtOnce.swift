import Synchronization
import Testing

/// Lets a few cases of the suites that have it run at a time. Where each has a database of its own, all of them at once
/// would wait for each other longer than what they look at may take.
public struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
  private static let places = Places(free: 12)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.places.enter()
    defer { Self.places.leave() }
    try await function()
  }

  /// Those who come when no place is free wait, and go on in their order.
  private final class Places: Sendable {
    private struct State {
      var free: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(free: Int) { state = Mutex(State(free: free)) }

    func enter() async {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          guard state.free > 0 else {
            state.waiting.append(continuation)
            return false
          }
          state.free -= 1
          return true
        }
        if isFree { continuation.resume() }
      }
    }

    func leave() {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard !state.waiting.isEmpty else {
          state.free += 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
  }
}

extension Trait where Self == FewAtOnce {
  public static var fewAtOnce: FewAtOnce { FewAtOnce() }
}
