#if canImport(Darwin) && canImport(Combine)
  import Combine
  import Foundation
  import Synchronization

  // Publishers with the names of FirebaseCombineSwift.

  extension Auth {
    /// Publishes the signed-in user now and at every sign-in, sign-out and change of user, on the main queue.
    /// A slow subscriber gets only the newest value.
    public func authStateDidChangePublisher() -> AnyPublisher<User?, Never> {
      UserPublisher(core: core, interest: .user).eraseToAnyPublisher()
    }

    /// Publishes as ``authStateDidChangePublisher()`` does, and also whenever the ID token changes.
    public func idTokenDidChangePublisher() -> AnyPublisher<User?, Never> {
      UserPublisher(core: core, interest: .token).eraseToAnyPublisher()
    }
  }

  /// Publishes the users that listeners are notified of.
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

  /// Notifies one subscriber on the main queue, one user at a time.
  private final class UserSubscription: Subscription, @unchecked Sendable {
    /// A subscriber's method. Only the main queue calls it.
    private struct Receiver: @unchecked Sendable {
      let receive: (User?) -> Subscribers.Demand
    }

    private struct State {
      /// Nil after the subscription was cancelled. Otherwise subscriber and subscription would retain each
      /// other.
      var receiver: Receiver?
      var demand = Subscribers.Demand.none
      /// The newest value (nil if no user is signed in) that the subscriber has not yet requested.
      var waiting: User??
      var handle: AuthListeners.Handle?
    }

    private let state: Mutex<State>
    private let listeners: AuthListeners

    init(listeners: AuthListeners, _ receive: @escaping (User?) -> Subscribers.Demand) {
      self.listeners = listeners
      state = Mutex(State(receiver: Receiver(receive: receive)))
    }

    deinit { cancel() }

    func begin(_ core: AuthCore, _ interest: AuthListeners.Interest) {
      let handle = core.listen(interest, on: .main) { [weak self] user in
        self?.state.withLock { $0.waiting = .some(user) }
        self?.deliver()
      }
      // A subscriber may cancel as soon as it is subscribed.
      let isCancelled = state.withLock { state in
        if state.receiver != nil { state.handle = handle }
        return state.receiver == nil
      }
      if isCancelled { listeners.remove(handle) }
    }

    func request(_ demand: Subscribers.Demand) {
      state.withLock { $0.demand += demand }
      DispatchQueue.main.async { self.deliver() }
    }

    func cancel() {
      let cancelled = state.withLock { state in
        defer { state = State() }
        return (receiver: state.receiver, handle: state.handle)
      }
      // Releases the subscriber only after the lock is released: its `deinit` may cancel this subscription
      // again.
      withExtendedLifetime(cancelled.receiver) {
        if let handle = cancelled.handle { listeners.remove(handle) }
      }
    }

    private func deliver() {
      let next: (Receiver, User?)? = state.withLock { state in
        guard let receiver = state.receiver, state.demand > .none, let user = state.waiting else {
          return nil
        }
        state.demand -= 1
        state.waiting = .none
        return (receiver, user)
      }
      guard let (receiver, user) = next else { return }
      let more = receiver.receive(user)
      state.withLock { $0.demand += more }
    }
  }
#endif
