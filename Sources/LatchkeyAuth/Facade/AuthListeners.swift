import Foundation
import Synchronization

/// Who is told of changes of the session. Each is told on the main actor, in the order of the changes.
final class AuthListeners: Sendable {
  typealias Listener = @MainActor @Sendable (User?) -> Void

  enum Interest: Sendable {
    /// Another user, or none.
    case user
    /// Another ID token, too.
    case token
  }

  /// What `remove` takes. It is also what keeps nothing alive: a listener is heard until it is removed.
  final class Handle: NSObject, Sendable {}

  private struct State {
    var listeners: [(handle: Handle, interest: Interest, listener: Listener)] = []
    var lastToken: String?
  }

  private let state = Mutex(State())

  /// The listener is told of the present state first.
  func add(_ interest: Interest, present user: User?, _ listener: @escaping Listener) -> Handle {
    let handle = Handle()
    state.withLock { $0.listeners.append((handle, interest, listener)) }
    deliver([handle], user)
    return handle
  }

  func remove(_ handle: NSObjectProtocol) {
    state.withLock { state in state.listeners.removeAll { $0.handle === handle } }
  }

  /// - Parameter auth: the object of the notification.
  func tell(_ user: User?, isAnother: Bool, token: String?, of auth: @escaping @Sendable () -> Auth) {
    let handles = state.withLock { state in
      let isAnotherToken = state.lastToken != token
      state.lastToken = token
      return state.listeners.filter { isAnother || ($0.interest == .token && isAnotherToken) }.map(\.handle)
    }
    deliver(handles, user)
    guard isAnother else { return }
    DispatchQueue.main.async {
      NotificationCenter.default.post(name: Auth.authStateDidChangeNotification, object: auth())
    }
  }

  /// Whoever is removed meanwhile is not called.
  private func deliver(_ handles: [Handle], _ user: User?) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        for handle in handles {
          self.state.withLock { state in state.listeners.first { $0.handle === handle }?.listener }?(user)
        }
      }
    }
  }
}
