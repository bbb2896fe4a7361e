import Foundation
import Synchronization

/// Notifies listeners of changes of the session. Each listener is called on its own queue, in the order of the
/// changes.
final class AuthListeners: Sendable {
  typealias Listener = @Sendable (User?) -> Void

  enum Interest: Sendable {
    /// A sign-in, a sign-out or a change of user.
    case user
    /// Also a change of the ID token.
    case token
    /// Also a change of any other data of the user.
    case account
  }

  /// The argument of `remove`. The handle retains nothing: a listener stays until it is removed.
  final class Handle: NSObject, Sendable {}

  private struct Entry {
    let handle: Handle
    let interest: Interest
    let queue: DispatchQueue
    let listener: Listener
  }

  private struct State {
    var entries: [Entry] = []
    var lastToken: String?
  }

  private let state = Mutex(State())
  private let notificationQueue: DispatchQueue

  init(notificationQueue: DispatchQueue) { self.notificationQueue = notificationQueue }

  /// Adds a listener and first notifies it of the current state.
  ///
  /// - Parameter queue: a serial queue.
  func add(
    _ interest: Interest, on queue: DispatchQueue, present user: User?, _ listener: @escaping Listener
  ) -> Handle {
    let entry = Entry(handle: Handle(), interest: interest, queue: queue, listener: listener)
    state.withLock { $0.entries.append(entry) }
    deliver(user, to: entry.handle, on: queue)
    return entry.handle
  }

  /// True if there are no listeners.
  var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

  func remove(_ handle: NSObjectProtocol) {
    // Releases removed listeners only after the lock is released: their `deinit` may remove another listener.
    _ = state.withLock { state in
      let removed = state.entries.filter { $0.handle === handle }
      state.entries.removeAll { $0.handle === handle }
      return removed
    }
  }

  /// - Parameter auth: the object of the notification.
  func tell(_ user: User?, isAnother: Bool, token: String?, of auth: @escaping @Sendable () -> Auth) {
    let told = state.withLock { state in
      let isAnotherToken = state.lastToken != token
      state.lastToken = token
      return state.entries.filter { entry in
        switch entry.interest {
        case .user: isAnother
        case .token: isAnother || isAnotherToken
        case .account: true
        }
      }.map { ($0.handle, $0.queue) }
    }
    for (handle, queue) in told { deliver(user, to: handle, on: queue) }
    guard isAnother else { return }
    notificationQueue.async {
      NotificationCenter.default.post(name: Auth.authStateDidChangeNotification, object: auth())
    }
  }

  /// Notifies only the listeners that observe every change of the account.
  func tellOfAccount(_ user: User) {
    let told = state.withLock { state in
      state.entries.filter { $0.interest == .account }.map { ($0.handle, $0.queue) }
    }
    for (handle, queue) in told { deliver(user, to: handle, on: queue) }
  }

  /// Skips a listener that was removed in the meantime.
  private func deliver(_ user: User?, to handle: Handle, on queue: DispatchQueue) {
    queue.async {
      self.state.withLock { state in state.entries.first { $0.handle === handle }?.listener }?(user)
    }
  }
}
