import Foundation

extension Auth {
  /// Whether somebody is signed in, as far as that is known.
  public enum SignInState: Sendable {
    /// The stored session has not been read, or cannot be read.
    case unknown
    /// Nobody is signed in.
    case signedOut
    /// Somebody is.
    case signedIn(User)
  }

  /// Does not wait, and does not read the stored session: see ``ready()``.
  public var state: SignInState {
    guard core.isReady else { return .unknown }
    return core.user.map(SignInState.signedIn) ?? .signedOut
  }

  /// Waits until it is known who is signed in: as a rule not at all, but for a minute at most while the stored session
  /// cannot be read, as on a device that was not unlocked since its start. ``state-swift.property`` is `unknown` when
  /// that did not help.
  @discardableResult public func ready() async -> User? { await core.userWhenReady() }

  /// Calls the listener once soon, and then whenever another user, or none, is signed in; on the main actor.
  @available(swift, introduced: 6)
  @discardableResult public func addStateDidChangeListener(
    _ listener: @escaping @MainActor (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    core.listen(.user, on: .main) { [core] user in
      MainActor.assumeIsolated { listener(core.auth, user) }
    }
  }

  /// Ends what `addStateDidChangeListener(_:)` began. Nothing is called afterwards that is not being called.
  public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    core.listeners.remove(listenerHandle)
  }

  /// As `addStateDidChangeListener(_:)`, and whenever the ID token changes.
  @available(swift, introduced: 6)
  @discardableResult public func addIDTokenDidChangeListener(
    _ listener: @escaping @MainActor (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    core.listen(.token, on: .main) { [core] user in
      MainActor.assumeIsolated { listener(core.auth, user) }
    }
  }

  /// Ends what `addIDTokenDidChangeListener(_:)` began. Nothing is called afterwards that is not being called.
  public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    core.listeners.remove(listenerHandle)
  }

  /// The signed-in user, now and at each change.
  public var authStateChanges: AuthStateChangesSequence { AuthStateChangesSequence(self) }

  /// As ``authStateChanges``, and at each change of the ID token.
  public var idTokenChanges: IDTokenChangesSequence { IDTokenChangesSequence(self) }

  /// The sequence of ``Auth/authStateChanges``. It has no end; to stop iterating, or to cancel the task,
  /// ends the listening.
  public struct AuthStateChangesSequence: AsyncSequence, Sendable {
    public typealias Element = User?
    public typealias Failure = Never
    public typealias AsyncIterator = Iterator

    private let auth: Auth

    /// As ``Auth/authStateChanges``.
    public init(_ auth: Auth) { self.auth = auth }
    public func makeAsyncIterator() -> Iterator { Iterator(auth.core.changes(.user)) }

    /// Listens for as long as it lives.
    public struct Iterator: AsyncIteratorProtocol {
      private var iterator: AsyncStream<User?>.Iterator

      fileprivate init(_ stream: AsyncStream<User?>) { iterator = stream.makeAsyncIterator() }
      public mutating func next() async -> User?? { await iterator.next() }
    }
  }

  /// The sequence of ``Auth/idTokenChanges``. It has no end; to stop iterating, or to cancel the task, ends
  /// the listening.
  public struct IDTokenChangesSequence: AsyncSequence, Sendable {
    public typealias Element = User?
    public typealias Failure = Never
    public typealias AsyncIterator = Iterator

    private let auth: Auth

    /// As ``Auth/idTokenChanges``.
    public init(_ auth: Auth) { self.auth = auth }
    public func makeAsyncIterator() -> Iterator { Iterator(auth.core.changes(.token)) }

    /// Listens for as long as it lives.
    public struct Iterator: AsyncIteratorProtocol {
      private var iterator: AsyncStream<User?>.Iterator

      fileprivate init(_ stream: AsyncStream<User?>) { iterator = stream.makeAsyncIterator() }
      public mutating func next() async -> User?? { await iterator.next() }
    }
  }
}

extension AuthCore {
  fileprivate func changes(_ interest: AuthListeners.Interest) -> AsyncStream<User?> {
    AsyncStream { continuation in
      let handle = listen(interest, on: .main) { continuation.yield($0) }
      continuation.onTermination = { [listeners] _ in listeners.remove(handle) }
    }
  }
}
