import Identity
import Testing

/// What a call threw, in a form that can be compared.
enum Refusal: Equatable {
  case conflict(StoreConflict)
  case artifactGone
  case alreadyRedeemed
  case attemptsExceeded(String, retryAfter: Int)
  case overloaded
  case unavailable

  init(_ error: StoreError) {
    self =
      switch error {
      case .conflict(let conflict): .conflict(conflict)
      case .artifactGone: .artifactGone
      case .alreadyRedeemed: .alreadyRedeemed
      case .attemptsExceeded(let kind, let seconds): .attemptsExceeded(kind, retryAfter: seconds)
      case .overloaded: .overloaded
      case .unavailable: .unavailable
      }
  }
}

/// Nil when the call succeeded.
func refusal<Value>(of call: () async throws(StoreError) -> Value) async -> Refusal? {
  do throws(StoreError) {
    _ = try await call()
    return nil
  } catch {
    return Refusal(error)
  }
}

extension AccountStore {
  func refusal(of writes: [StoreWrite]) async -> Refusal? {
    await StorageTests.refusal { () async throws(StoreError) in try await self.apply(writes) }
  }

  /// The refusals of calls that run at once, nil for each that succeeded.
  func concurrently(
    _ count: Int, _ writes: @escaping @Sendable (Int) -> [StoreWrite]
  ) async -> [Refusal?] {
    await withTaskGroup(of: Refusal?.self) { group in
      for number in 0..<count { group.addTask { await self.refusal(of: writes(number)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}
