#if canImport(Darwin) && canImport(Combine)
  import Combine
  import Foundation
  import Synchronization

  // The names of FirebaseCombineSwift.

  extension Auth {
    /// Publishes the signed-in user, now and whenever another user, or none, is signed in; on the main queue. A subscriber
    /// that has asked for fewer gets the newest.
    public func authStateDidChangePublisher() -> AnyPublisher<User?, Never> {
      UserPublisher(core: core, interest: .user).eraseToAnyPublisher()
    }

    /// As ``authStateDidChangePublisher()``, and whenever the ID token changes.
    public func idTokenDidChangePublisher() -> AnyPublisher<User?, Never> {
      UserPublisher(core: core, interest: .token).eraseToAnyPublisher()
    }
  }

  /// Publishes the users that listeners are told of.
  private struct UserPublisher: Publisher {
    typealias Output = User?
    typealias Failure = Never

    let core: AuthCore
    let interest: AuthListeners.Interest

    func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == User?, Receiver.Failure == Never {
      let subscription = UserSubscription(listeners: core.listeners) { subscriber.receive($0) }
      subscriber.receive(subscription: subscription)
      subscription.begin(core, interest)
    }
  }

  /// One subscriber. The main queue alone calls them, one call after the other.
  private final class UserSubscription: Subscription, @unchecked Sendable {
    private struct State {
      var demand = Subscribers.Demand.none
      /// A user, or nobody, whom the subscriber has not asked for yet.
      var waiting: User??
      var handle: AuthListeners.Handle?
      var isCancelled = false
    }

    private let state = Mutex(State())
    private let listeners: AuthListeners
    private let receive: (User?) -> Subscribers.Demand

    init(listeners: AuthListeners, _ receive: @escaping (User?) -> Subscribers.Demand) {
      self.listeners = listeners
      self.receive = receive
    }

    deinit { cancel() }

    func begin(_ core: AuthCore, _ interest: AuthListeners.Interest) {
      let handle = core.listen(interest, on: .main) { [weak self] user in
        self?.state.withLock { $0.waiting = .some(user) }
        self?.deliver()
      }
      // A subscriber may cancel as soon as it is subscribed.
      let isCancelled = state.withLock { state in
        if !state.isCancelled { state.handle = handle }
        return state.isCancelled
      }
      if isCancelled { listeners.remove(handle) }
    }

    func request(_ demand: Subscribers.Demand) {
      state.withLock { $0.demand += demand }
      DispatchQueue.main.async { self.deliver() }
    }

    func cancel() {
      let handle = state.withLock { state in
        defer { state = State(isCancelled: true) }
        return state.handle
      }
      if let handle { listeners.remove(handle) }
    }

    private func deliver() {
      let user: User?? = state.withLock { state in
        guard !state.isCancelled, state.demand > .none, let user = state.waiting else { return .none }
        state.demand -= 1
        state.waiting = .none
        return .some(user)
      }
      guard let user else { return }
      let more = receive(user)
      state.withLock { $0.demand += more }
    }
  }
#endif
