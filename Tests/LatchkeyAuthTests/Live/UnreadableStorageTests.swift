import FirebaseAuth
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A storage that cannot be read")
struct UnreadableStorageTests {
  private struct Locked: Error {}

  /// A keychain before the device was unlocked for the first time.
  private final class LockedStorage: AuthStorage {
    private let inner: MemoryStorage
    private let refusals: Mutex<Int>

    init(_ inner: MemoryStorage, refusals: Int) {
      self.inner = inner
      self.refusals = Mutex(refusals)
    }

    func load(_ key: String) throws -> Data? {
      let refuses = refusals.withLock { left in
        left -= 1
        return left >= 0
      }
      if refuses { throw Locked() }
      return inner.load(key)
    }

    func save(_ data: Data, for key: String) { inner.save(data, for: key) }
    func remove(_ key: String) { inner.remove(key) }
    func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result {
      try inner.exclusively(key, body)
    }
  }

  @Test("nobody is taken for signed out before the session could be read")
  func unlocking() async throws {
    try await TestServer.run { server in
      let storage = MemoryStorage()
      let user = try await LiveAuth(server, storage: storage).auth.signInAnonymously().user
      let auth = try LiveAuth(server, storage: LockedStorage(storage, refusals: 3)).auth
      #expect(auth.currentUser == nil)
      guard case .unknown = auth.state else {
        Issue.record("the session could not be read, and counts as none")
        return
      }
      #expect(await auth.ready()?.uid == user.uid)
      guard case .signedIn = auth.state else {
        Issue.record("the session was read")
        return
      }
    }
  }

  @Test("who was told of nobody before it could be read is told of the user afterwards")
  func listeners() async throws {
    try await TestServer.run { server in
      let storage = MemoryStorage()
      let user = try await LiveAuth(server, storage: storage).auth.signInAnonymously().user
      let auth = try LiveAuth(server, storage: LockedStorage(storage, refusals: 3)).auth
      var changes = auth.authStateChanges.makeAsyncIterator()
      #expect(await changes.next() == .some(nil))
      #expect(await auth.ready()?.uid == user.uid)
      #expect(await changes.next()??.uid == user.uid)
    }
  }

  @Test("a session for views is of nobody known until it could be read, and reads it by itself")
  @MainActor func session() async throws {
    try await TestServer.run { @MainActor server in
      let storage = MemoryStorage()
      let user = try await LiveAuth(server, storage: storage).auth.signInAnonymously().user
      let session = AuthSession(try LiveAuth(server, storage: LockedStorage(storage, refusals: 3)).auth)
      guard case .unknown = session.state else {
        Issue.record("the session could not be read, and counts as none")
        return
      }
      await AuthSessionTests.wait { session.user?.uid == user.uid }
    }
  }

  @Test("who reads tokens gets the first one however long that takes, and no nil before it")
  func tokens() async throws {
    try await TestServer.run { server in
      let storage = MemoryStorage()
      let user = try await LiveAuth(server, storage: storage).auth.signInAnonymously().user
      // More looks than those of a minute.
      let auth = try LiveAuth(server, storage: LockedStorage(storage, refusals: 40)).auth
      var tokens = auth.idTokens.makeAsyncIterator()
      let token = try await user.getIDToken()
      #expect(await tokens.next() == .some(token))
    }
  }

  @Test("waiting for it has an end, a sign-out says that it could not, and nobody is taken for signed out")
  func givingUp() async throws {
    try await TestServer.run { server in
      let auth = try LiveAuth(server, storage: LockedStorage(MemoryStorage(), refusals: 60)).auth
      #expect(await auth.ready() == nil)
      guard case .unknown = auth.state else {
        Issue.record("nothing was read")
        return
      }
      #expect(throws: AuthError.self) { try auth.signOut() }
    }
  }

  @Test("who asks for a token is not told that nobody is signed in")
  func noToken() async throws {
    try await TestServer.run { server in
      let auth = try LiveAuth(server, storage: LockedStorage(MemoryStorage(), refusals: 60)).auth
      #expect(await failureCode { _ = try await auth.idToken() } == .keychainError)
      let asking = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await auth.idToken()
      }
      await #expect(throws: CancellationError.self) { _ = try await asking.value }
    }
  }
}
