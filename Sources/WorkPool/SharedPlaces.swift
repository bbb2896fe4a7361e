import Synchronization

/// The places of a ``SharedPool``. A project gets a place if it holds less than its share, and fewer places than are free:
/// the fuller the pool is, the smaller are the shares, and the last place goes to a project that has none.
public final class SharedPlaces: Sendable {
  /// A place in use. ``leave()`` returns it. So does the release of the last reference to it.
  public final class Place: Sendable {
    private let places: SharedPlaces
    private let holder: Holder
    private let isTaken = Mutex(true)

    fileprivate init(_ places: SharedPlaces, _ holder: Holder) {
      self.places = places
      self.holder = holder
    }

    deinit { leave() }

    public func leave() {
      let wasTaken = isTaken.withLock { isTaken in
        defer { isTaken = false }
        return isTaken
      }
      if wasTaken { places.release(holder) }
    }
  }

  /// The project and the client that a place counts for.
  fileprivate struct Holder: Sendable {
    var project: String?
    var client: String?
  }

  private struct Waiter {
    let id: Int
    let holder: Holder
    let continuation: CheckedContinuation<Bool, Never>
    /// Ends the wait.
    var timer: Task<Void, Never>?

    func end(isLetIn: Bool) {
      timer?.cancel()
      continuation.resume(returning: isLetIn)
    }
  }

  private struct Limits: Sendable {
    var size: Int
    var share: Int
    var shareOfClient: Int?
    var reserve: Int
  }

  private struct State {
    let limits: Limits
    var count = 0
    /// The number of places that projects hold.
    var countOfProjects = 0
    var heldByProjects: [String: Int] = [:]
    var heldByClients: [String: Int] = [:]
    var waiting: [Waiter] = []
    var lastID = 0

    /// The number of places that projects may still get.
    var free: Int { min(limits.size - count, limits.size - limits.reserve - countOfProjects) }

    func held(by project: String?) -> Int { project.map { heldByProjects[$0, default: 0] } ?? 0 }

    func hasRoom(for holder: Holder) -> Bool {
      if let client = holder.client, let share = limits.shareOfClient,
        heldByClients[client, default: 0] >= share
      {
        return false
      }
      guard let project = holder.project else { return count < limits.size }
      let own = held(by: project)
      return own < limits.share && own < free
    }

    /// True if other projects are the reason why there is no room.
    func mayWait(_ holder: Holder) -> Bool {
      guard let project = holder.project else { return true }
      let asking = waiting.count(where: { $0.holder.project == project })
      return held(by: project) + asking < limits.share
    }

    mutating func take(for holder: Holder) {
      count += 1
      if let project = holder.project {
        countOfProjects += 1
        heldByProjects[project, default: 0] += 1
      }
      if let client = holder.client { heldByClients[client, default: 0] += 1 }
    }

    mutating func giveBack(_ holder: Holder) {
      count -= 1
      if let project = holder.project {
        countOfProjects -= 1
        let left = held(by: project) - 1
        heldByProjects[project] = left > 0 ? left : nil
      }
      if let client = holder.client {
        let left = heldByClients[client, default: 0] - 1
        heldByClients[client] = left > 0 ? left : nil
      }
    }

    /// Gives free places to those who wait: to the project with the fewest places first, then in the order of arrival.
    mutating func admitWaiting() -> [Waiter] {
      var admitted: [Waiter] = []
      while let next = waiting.indices.filter({ hasRoom(for: waiting[$0].holder) })
        .min(by: { held(by: waiting[$0].holder.project) < held(by: waiting[$1].holder.project) })
      {
        let waiter = waiting.remove(at: next)
        take(for: waiter.holder)
        admitted.append(waiter)
      }
      return admitted
    }
  }

  private let state: Mutex<State>

  public convenience init(_ pool: SharedPool) {
    self.init(
      size: pool.size, share: pool.share, shareOfClient: pool.shareOfClient, reserve: pool.reserve)
  }

  /// - Parameters:
  ///   - share: the number of places that one project may hold.
  ///   - shareOfClient: the number of places that one client may hold. Nil for no limit.
  ///   - reserve: the number of places that no project may hold.
  public init(size: Int, share: Int, shareOfClient: Int? = nil, reserve: Int = 0) {
    state = Mutex(
      State(limits: Limits(size: size, share: share, shareOfClient: shareOfClient, reserve: reserve)))
  }

  /// The number of places that projects may still get.
  public var free: Int { state.withLock(\.free) }

  /// The number of callers that wait for their turn.
  package var waiting: Int { state.withLock(\.waiting.count) }

  /// The number of places that a project holds.
  public func held(by project: String) -> Int { state.withLock { $0.held(by: project) } }

  /// - Parameters:
  ///   - project: nil for the operator's own work, which only the size limits.
  ///   - client: a name that is unique in the server; nil to count only for the project.
  /// - Returns: nil if there is no room.
  public func place(of project: String?, for client: String? = nil) -> Place? {
    let holder = Holder(project: project, client: client)
    let isLetIn = state.withLock { state in
      guard state.hasRoom(for: holder) else { return false }
      state.take(for: holder)
      return true
    }
    return isLetIn ? Place(self, holder) : nil
  }

  /// Waits for a place while others hold too many.
  ///
  /// - Returns: nil at once if the project's own work takes its share; nil when the time is over or the task is cancelled.
  public func turn(of project: String?, atMost limit: Duration) async -> Place? {
    let holder = Holder(project: project)
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let isLetIn = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let answer: Bool? = state.withLock { state in
          if state.hasRoom(for: holder) {
            state.take(for: holder)
            return true
          }
          guard state.mayWait(holder) else { return false }
          state.waiting.append(Waiter(id: id, holder: holder, continuation: continuation))
          return nil
        }
        if let answer { return continuation.resume(returning: answer) }
        startTimer(of: id, limit)
        // A cancellation before the wait found nothing to end.
        if Task.isCancelled { giveUp(id) }
      }
    } onCancel: {
      giveUp(id)
    }
    return isLetIn ? Place(self, holder) : nil
  }

  private func startTimer(of id: Int, _ limit: Duration) {
    let timer = Task { [weak self] in
      do { try await Task.sleep(for: limit) } catch { return }
      self?.giveUp(id)
    }
    let isWaiting = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return false }
      state.waiting[index].timer = timer
      return true
    }
    if !isWaiting { timer.cancel() }
  }

  private func giveUp(_ id: Int) {
    let waiter: Waiter? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index)
    }
    waiter?.end(isLetIn: false)
  }

  private func release(_ holder: Holder) {
    let admitted = state.withLock { state in
      state.giveBack(holder)
      return state.admitWaiting()
    }
    for waiter in admitted { waiter.end(isLetIn: true) }
  }
}
