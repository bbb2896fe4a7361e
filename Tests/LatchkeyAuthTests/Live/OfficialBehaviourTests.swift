import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import Synchronization
import TestSupport
import Testing

@Suite("Where FirebaseAuth does not ask the server, or refuses itself")
struct OfficialBehaviourTests {
  @Test("an empty password is a wrong one, and nobody is asked")
  func emptyPassword() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      let credential = EmailAuthProvider.credential(withEmail: "ada@example.com", password: "")
      let attempts: [@Sendable () async throws -> Void] = [
        { try await live.auth.signIn(withEmail: "ada@example.com", password: "") },
        { try await live.auth.signIn(with: credential) }, { try await user.reauthenticate(with: credential) },
      ]
      for attempt in attempts {
        #expect(await failureCode(attempt) == .wrongPassword)
      }
      #expect(live.transport.count("verifyPassword") == 0)
    }
  }

  @Test("a user is the signed-in one of their own tenant alone")
  func tenants() async throws {
    try await TestServer.run { server in
      let tenant = try await server.makeTenant()
      let storage = MemoryStorage()
      let live = try LiveAuth(server, storage: storage)
      let auth = live.auth
      auth.tenantID = tenant
      let user = try await auth.createUser(withEmail: "ada@example.com", password: "a password").user
      #expect(user.tenantID == tenant)
      // As FirebaseAuth does, the app goes on in its user's tenant.
      let next = try LiveAuth(server, storage: storage).auth
      #expect(next.currentUser?.uid == user.uid && next.tenantID == tenant)

      let later = try LiveAuth(server, storage: storage).auth
      let grace = try await later.createUser(withEmail: "grace@example.com", password: "a password").user
      #expect(grace.tenantID == tenant)

      try auth.signOut()
      auth.tenantID = nil
      #expect(await failureCode { try await auth.updateCurrentUser(user) } == .tenantIDMismatch)
      #expect(auth.currentUser == nil)
      let other = try await auth.createUser(withEmail: "ada@example.com", password: "a password").user
      auth.tenantID = tenant
      #expect(await failureCode { try await auth.updateCurrentUser(other) } == .tenantIDMismatch)
      try await auth.updateCurrentUser(user)
      #expect(auth.currentUser === user)
    }
  }

  /// A transport that says of each cancellation what `URLSession` says.
  private struct CancelledTransport: AuthTransport {
    func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
      try? await Task.sleep(for: .seconds(3_600))
      throw URLError(.cancelled)
    }
  }

  private static func auth(
    _ transport: any AuthTransport, _ configure: (FirebaseOptions) -> Void = { _ in }
  ) throws -> Auth {
    let options = FirebaseOptions(apiKey: "key")
    configure(options)
    return try Auth.auth(
      app: FirebaseApp.tryConfigure(name: "test-\(UUID().uuidString)", options: options),
      in: AuthEnvironment(
        transport: transport, storage: MemoryStorage(), presenter: BrowserPresenter { _ in }))
  }

  @Test("a cancelled task throws CancellationError, however the transport names it")
  func cancellation() async throws {
    let auth = try Self.auth(CancelledTransport()) {
      $0.latchkeyURL = URL(string: "https://auth.example.com")
    }
    let task = Task { try await auth.signInAnonymously() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Keeps where it was asked to send something, and sends nothing.
  private final class DeadTransport: AuthTransport {
    let urls = Mutex<[URL]>([])

    func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
      urls.withLock { $0.append(request.url) }
      throw URLError(.notConnectedToInternet)
    }
  }

  @Test("without a server nothing is sent, and Google is asked by those alone who name it")
  func noServer() async throws {
    let transport = DeadTransport()
    let auth = try Self.auth(transport)
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(withEmail: "ada@example.com", password: "a password")
    }
    #expect(error?.authErrorCode == .internalError)
    #expect(error?.localizedDescription.contains("FirebaseOptions.latchkeyURL") == true)
    #expect(transport.urls.withLock { $0 } == [])

    let atGoogle = try Self.auth(transport) { $0.latchkeyURL = FirebaseOptions.googleURL }
    #expect(await failureCode { try await atGoogle.signInAnonymously() } == .networkError)
    #expect(transport.urls.withLock { $0 }.map { $0.host() } == ["www.googleapis.com"])
    try auth.useBackend(FirebaseOptions.googleURL)
    #expect(await failureCode { try await auth.signInAnonymously() } == .networkError)
    auth.useEmulator(withHost: "127.0.0.1", port: 9099)
    #expect(await failureCode { try await auth.signInAnonymously() } == .networkError)
    #expect(transport.urls.withLock { $0 }.last?.port == 9099)
  }

  @Test("one line on standard error says that there is no server")
  func noServerWarning() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let auth = try OfficialBehaviourTests.auth(DeadTransport())
      for _ in 0..<2 { _ = try? await auth.signInAnonymously() }
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("[LatchkeyAuth]") }
    #expect(lines.count == 1 && lines.first?.contains("No server is configured") == true, "\(lines)")
  }

  /// Asks for the signed-in user while somebody else keeps the lock.
  private final class AskingStorage: AuthStorage {
    private let inner = MemoryStorage()
    let auth = Mutex<Auth?>(nil)
    let answers = Mutex<[Bool]>([])

    func load(_ key: String) -> Data? { inner.load(key) }
    func save(_ data: Data, for key: String) { inner.save(data, for: key) }
    func remove(_ key: String) { inner.remove(key) }

    func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result {
      if let auth = auth.withLock({ $0 }) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          _ = auth.currentUser
          done.signal()
        }
        let isInTime = done.wait(timeout: .now() + 5) == .success
        answers.withLock { $0.append(isInTime) }
      }
      return try inner.exclusively(key, body)
    }
  }

  @Test("currentUser does not wait for the storage's lock, which another process may keep")
  func lock() async throws {
    let storage = AskingStorage()
    try await LiveAuth.run(storage: storage) { live in
      storage.auth.withLock { $0 = live.auth }
      let user = try await live.auth.signInAnonymously().user
      try await user.reload()
      _ = try await user.getIDToken(forcingRefresh: true)
      try live.auth.signOut()
      try await live.auth.updateCurrentUser(user)
      try await user.delete()
      let other = try await live.auth.signInAnonymously().user
      _ = try await live.server.administer("accounts:delete", ["localId": .string(other.uid)])
      #expect(await failureCode { try await other.reload() } == .userNotFound)
      #expect(live.auth.currentUser == nil)
      storage.auth.withLock { $0 = nil }
      #expect(storage.answers.withLock { $0 }.count >= 8)
      #expect(storage.answers.withLock { $0 }.allSatisfy { $0 })
    }
  }
}
