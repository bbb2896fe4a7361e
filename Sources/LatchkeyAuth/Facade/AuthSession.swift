import Foundation
import Observation

/// The session of an ``Auth``, observable for SwiftUI: the signed-in user and the last error.
///
/// SwiftUI updates views that read ``state`` or ``user``. This happens when a user signs in or out, when the ID
/// token is refreshed, and when the account changes, for example by
/// ``UserProfileChangeRequest/commitChanges()``.
///
/// ```swift
/// @main struct NotesApp: App {
///   @State private var session: AuthSession
///
///   init() {
///     FirebaseApp.configure()
///     _session = State(initialValue: AuthSession())
///   }
///
///   var body: some Scene {
///     WindowGroup { RootView().environment(session) }
///   }
/// }
///
/// struct RootView: View {
///   @Environment(AuthSession.self) private var session
///
///   var body: some View {
///     switch session.state {
///     case .unknown: ProgressView()
///     case .signedOut: SignInView()
///     case .signedIn(let user): NotesView(user: user)
///     }
///   }
/// }
/// ```
///
/// The object observes the ``Auth`` until it is deallocated.
@MainActor @Observable public final class AuthSession {
  /// The ``Auth`` that this object observes.
  public let auth: Auth

  /// Whether a user is signed in. `.unknown` until the stored session has been read.
  public private(set) var state: Auth.SignInState

  /// The error of the last ``perform(_:)`` or ``signOut()``; nil if that call succeeded. Set it to nil after
  /// the user has seen the error.
  public var lastError: (any Error)?

  private var running = 0
  @ObservationIgnored private var handle: AuthListeners.Handle?

  /// Observes the default app's ``Auth``, or another ``Auth``.
  public init(_ auth: Auth = Auth.auth()) {
    self.auth = auth
    state = .unknown
    handle = auth.core.listen(.account, on: .main) { [weak self] _ in
      MainActor.assumeIsolated { self?.update() }
    }
    update()
    auth.core.readWhenPossible()
  }

  deinit { if let handle { auth.core.listeners.remove(handle) } }

  /// The signed-in user; nil if there is none.
  public var user: User? {
    if case .signedIn(let user) = state { user } else { nil }
  }

  /// True while a ``perform(_:)`` is running, so that a view can disable a button.
  public var isBusy: Bool { running > 0 }

  /// Signs the user out. If this fails, the user is still signed in, and ``lastError`` contains the reason.
  public func signOut() {
    do {
      try auth.signOut()
      lastError = nil
    } catch {
      lastError = error
    }
    update()
  }

  /// Runs an operation, for example for a button, and stores its error in ``lastError``. A cancelled task is
  /// not an error.
  ///
  /// ```swift
  /// Button("Sign in") {
  ///   Task { await session.perform { try await $0.signIn(withEmail: email, password: password) } }
  /// }
  /// .disabled(session.isBusy)
  /// ```
  ///
  /// - Returns: the value of the operation; nil if it failed.
  @discardableResult public func perform<Value>(
    _ operation: @MainActor (Auth) async throws -> Value
  ) async -> Value? {
    running += 1
    defer { running -= 1 }
    lastError = nil
    do {
      let value = try await operation(auth)
      update()
      return value
    } catch is CancellationError {
      return nil
    } catch {
      lastError = error
      return nil
    }
  }

  private func update() { state = auth.state }
}
