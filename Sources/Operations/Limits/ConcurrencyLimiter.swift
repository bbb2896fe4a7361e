import Synchronization

/// Limits how many operations run at a time, in total and for each holder. Callers never wait for a place.
final class ConcurrencyLimiter: Sendable {
  /// A reserved place. ``leave()`` frees it, or the release of its last reference.
  final class Place: Sendable {
    private let places: ConcurrencyLimiter
    private let holder: String?
    private let isTaken = Mutex(true)

    fileprivate init(_ places: ConcurrencyLimiter, _ holder: String?) {
      self.places = places
      self.holder = holder
    }

    deinit { leave() }

    func leave() {
      let wasTaken = isTaken.withLock { isTaken in
        defer { isTaken = false }
        return isTaken
      }
      if wasTaken { places.release(holder) }
    }
  }

  private struct State {
    var count = 0
    var held: [String: Int] = [:]
  }

  private let capacity: Int
  private let perHolder: Int
  private let state = Mutex(State())

  init(capacity: Int, perHolder: Int) {
    self.capacity = capacity
    self.perHolder = perHolder
  }

  /// - Parameter holder: nil to count only towards the total.
  /// - Returns: nil if there is no place for the holder.
  func place(for holder: String?) -> Place? {
    let isLetIn = state.withLock { state in
      let own = holder.map { state.held[$0, default: 0] } ?? 0
      guard state.count < capacity, own < perHolder else { return false }
      state.count += 1
      if let holder { state.held[holder] = own + 1 }
      return true
    }
    return isLetIn ? Place(self, holder) : nil
  }

  private func release(_ holder: String?) {
    state.withLock { state in
      state.count -= 1
      guard let holder, let own = state.held[holder] else { return }
      state.held[holder] = own > 1 ? own - 1 : nil
    }
  }
}
