import Foundation

extension Auth {
  /// The known state of the sign-in.
  public enum SignInState: Sendable {
    /// The stored session has not been read, or cannot be read.
    case unknown
    /// No user is signed in.
    case signedOut
    /// A user is signed in.
    case signedIn(User)
  }

  /// The state, without waiting and without reading the stored session: see ``ready()``.
  public var state: SignInState {
    guard core.isReady else { return .unknown }
    return core.user.map(SignInState.signedIn) ?? .signedOut
  }

  /// Waits until the SDK knows who is signed in. Usually the SDK knows this at once. If the stored session
  /// cannot be read, for example on a device that was not unlocked after its start, waits for at most a minute.
  /// If the session still cannot be read after that time, ``state-swift.property`` is `unknown`.
  @discardableResult public func ready() async -> User? { await core.userWhenReady() }

  /// Calls the listener on the main actor: once soon, and then at every sign-in, sign-out and change of user.
  @available(swift, introduced: 6)
  @discardableResult public func addStateDidChangeListener(
    _ listener: @escaping @MainActor (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    core.listen(.user, on: .main) { [core] user in
      MainActor.assumeIsolated { listener(core.auth, user) }
    }
  }

  /// Removes a listener of `addStateDidChangeListener(_:)`. No further call begins; a running call may finish.
  public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    core.listeners.remove(listenerHandle)
  }

  /// Calls the listener as `addStateDidChangeListener(_:)` does, and also whenever the ID token changes.
  @available(swift, introduced: 6)
  @discardableResult public func addIDTokenDidChangeListener(
    _ listener: @escaping @MainActor (Auth, User?) -> Void
  ) -> any NSObjectProtocol {
    core.listen(.token, on: .main) { [core] user in
      MainActor.assumeIsolated { listener(core.auth, user) }
    }
  }

  /// Removes a listener of `addIDTokenDidChangeListener(_:)`. No further call begins; a running call may
  /// finish.
  public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    core.listeners.remove(listenerHandle)
  }

  /// The signed-in user, now and after each change.
  public var authStateChanges: AuthStateChangesSequence { AuthStateChangesSequence(self) }

  /// Contains the values of ``authStateChanges``, and also a value after each change of the ID token.
  public var idTokenChanges: IDTokenChangesSequence { IDTokenChangesSequence(self) }

  /// The sequence of ``Auth/authStateChanges``. It has no end. Listening stops when the iteration stops or
  /// its task is cancelled.
  public struct AuthStateChangesSequence: AsyncSequence, Sendable {
    public typealias Element = User?
    public typealias Failure = Never
    public typealias AsyncIterator = Iterator

    private let auth: Auth

    /// Creates the sequence of ``Auth/authStateChanges``.
    public init(_ auth: Auth) { self.auth = auth }
    public func makeAsyncIterator() -> Iterator { Iterator(auth.core.changes(.user)) }

    /// Listens during its lifetime.
    public struct Iterator: AsyncIteratorProtocol {
      private var iterator: AsyncStream<User?>.Iterator

      fileprivate init(_ stream: AsyncStream<User?>) { iterator = stream.makeAsyncIterator() }
      public mutating func next() async -> User?? { await iterator.next() }
    }
  }

  /// The sequence of ``Auth/idTokenChanges``. It has no end. Listening stops when the iteration stops or its
  /// task is cancelled.
  public struct IDTokenChangesSequence: AsyncSequence, Sendable {
    public typealias Element = User?
    public typealias Failure = Never
    public typealias AsyncIterator = Iterator

    private let auth: Auth

    /// Creates the sequence of ``Auth/idTokenChanges``.
    public init(_ auth: Auth) { self.auth = auth }
    public func makeAsyncIterator() -> Iterator { Iterator(auth.core.changes(.token)) }

    /// Listens during its lifetime.
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
