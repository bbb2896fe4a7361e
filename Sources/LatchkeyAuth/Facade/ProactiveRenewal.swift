import Foundation
import Synchronization

/// Refreshes the signed-in user's tokens before they expire. As in FirebaseAuth, this begins when another
/// module, or the app's own client (``AuthTokenProviding``), requests a token from ``Auth``. The refresh pauses
/// while the app is in the background.
final class ProactiveRenewal: Sendable {
  private struct State {
    var isOn = false
    var isInBackground = false
    /// The ID token to refresh, and the task that refreshes it.
    var scheduled: (token: String, task: Task<Void, Never>)?
    var observers: [Observer] = []
  }

  /// Observes a notification during its lifetime.
  private final class Observer: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(_ name: Notification.Name, _ hear: @escaping @Sendable () -> Void) {
      token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in hear() }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
  }

  /// The seconds to wait after a failure. Each further failure doubles them.
  private static let pauses: (first: Double, longest: Double) = (60, 960)

  private let state = Mutex(State())

  deinit { state.withLock { $0.scheduled?.task.cancel() } }

  func begin(with user: User?, of core: AuthCore) {
    let isFirst = state.withLock { state in
      defer { state.isOn = true }
      return !state.isOn
    }
    guard isFirst else { return }
    observeBackground(of: core)
    schedule(user, of: core)
  }

  /// Schedules a refresh of the user's current tokens, and cancels the previous schedule.
  func schedule(_ user: User?, of core: AuthCore) {
    state.withLock { state in
      let token = user?.session.tokens.idToken
      guard state.isOn, state.scheduled?.token != token else { return }
      state.scheduled?.task.cancel()
      state.scheduled = nil
      guard let user, let token else { return }
      state.scheduled = (
        token,
        Task { [weak self, weak core, weak user] in
          guard let clock = core?.backend.clock, let expiry = user?.session.tokens.expiresAt ?? core?.now
          else { return }
          var pause = max(0, expiry.timeIntervalSince(clock.now) - SessionTokens.margin)
          var hasFailed = false
          while (try? await clock.sleep(seconds: pause)) != nil {
            guard let core, let user, self?.mayRenew(token) == true else { return }
            if (try? await core.tokens(of: user, forcingRefresh: true)) != nil { return }
            pause = hasFailed ? min(pause * 2, Self.pauses.longest) : Self.pauses.first
            hasFailed = true
          }
        }
      )
    }
  }

  /// False if the token was replaced in the meantime, or if the app is in the background. The app's return to
  /// the foreground triggers the refresh.
  private func mayRenew(_ token: String) -> Bool {
    state.withLock { state in
      guard state.scheduled?.token == token else { return false }
      if state.isInBackground { state.scheduled = nil }
      return !state.isInBackground
    }
  }

  // MARK: Background

  // The names of UIKit's notifications. Without UIKit, no code posts them.
  private static let background = Notification.Name("UIApplicationDidEnterBackgroundNotification")
  private static let foreground = Notification.Name("UIApplicationDidBecomeActiveNotification")

  private func observeBackground(of core: AuthCore) {
    let observers = [
      Observer(Self.background) { [weak self] in self?.state.withLock { $0.isInBackground = true } },
      Observer(Self.foreground) { [weak self, weak core] in
        self?.state.withLock { $0.isInBackground = false }
        guard let core else { return }
        self?.schedule(core.user, of: core)
      },
    ]
    state.withLock { $0.observers = observers }
  }
}
