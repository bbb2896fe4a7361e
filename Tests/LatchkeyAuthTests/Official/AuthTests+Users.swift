import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import Synchronization
import TestSupport
import Testing

@testable import LatchkeyAuth

extension AuthTests {
  // MARK: The signed-in user

  /// An app of the same server with another API key, to which the user of another app is new.
  private static func otherApp(_ live: LiveAuth) throws -> LiveAuth {
    try LiveAuth(live.server, configure: { $0.apiKey = "another" })
  }

  @Test("a user whom the app's key does not lead to does not become the signed-in one")
  func updateCurrentUserFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let other = try Self.otherApp(live)
      other.transport.refuse("getAccountInfo", "Bad Request", reason: "keyInvalid")
      #expect(await failureCode { try await other.auth.updateCurrentUser(user) } == .invalidAPIKey)
      #expect(other.auth.currentUser == nil && live.auth.currentUser === user)
    }
  }

  @Test("a user who cannot be asked about does not become the signed-in one")
  func updateCurrentUserFailureNetworkError() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let other = try Self.otherApp(live)
      other.transport.goDown(for: 100)
      #expect(await failureCode { try await other.auth.updateCurrentUser(user) } == .networkError)
      #expect(other.auth.currentUser == nil)
    }
  }

  @Test("nobody does not become the signed-in user")
  func updateCurrentUserFailureNullUser() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let code = await withCheckedContinuation { done in
        live.auth.updateCurrentUser(nil) { error in
          done.resume(returning: error.flatMap { AuthErrorCode($0) })
        }
      }
      #expect(code == .nullUser && live.auth.currentUser === user)
    }
  }

  @Test("a user of another tenant does not become the signed-in one, in any direction")
  func updateCurrentUserFailureTenantIDMismatch() async throws {
    try await LiveAuth.run { live in
      let (auth, tenant) = (live.auth, try await live.server.makeTenant())
      let without = try await live.newUser()
      try auth.signOut()
      auth.tenantID = tenant
      let within = try await live.newUser()
      try auth.signOut()
      let attempts: [(User, String?)] = [(without, tenant), (within, "another"), (within, nil)]
      for (user, tenantID) in attempts {
        auth.tenantID = tenantID
        #expect(await failureCode { try await auth.updateCurrentUser(user) } == .tenantIDMismatch)
        #expect(auth.currentUser == nil)
      }
    }
  }

  @Test("a user who signed in before becomes the signed-in one again")
  func updateCurrentUserSuccess() async throws {
    try await LiveAuth.run { live in
      let first = try await live.newUser()
      try live.auth.signOut()
      let second = try await live.newUser("grace@example.com")
      #expect(live.auth.currentUser === second)
      try await live.auth.updateCurrentUser(first)
      #expect(live.auth.currentUser === first && first != second)
    }
  }

  @Test("signing out forgets the user")
  func signOut() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      try live.auth.signOut()
      #expect(live.auth.currentUser == nil)
    }
  }

  // MARK: Listeners

  private static func signIn(_ live: LiveAuth) async throws {
    try await live.auth.signIn(withEmail: LiveAuth.email, password: LiveAuth.password)
    // What the listeners of the main queue were told has been heard by then.
    await MainActor.run {}
  }

  @Test("a listener hears of another user, not of the same one again, and of nothing once it was removed")
  func authStateChanges() async throws {
    try await LiveAuth.run { live in
      let uid = try await live.newUser().uid
      try live.auth.signOut()
      let heard = Mutex<[String?]>([])
      let handle = live.auth.addStateDidChangeListener { auth, user in
        dispatchPrecondition(condition: .onQueue(.main))
        heard.withLock { $0.append(auth === live.auth && auth.currentUser === user ? user?.uid : "wrong") }
      }
      await MainActor.run {}
      #expect(heard.withLock { $0 } == [nil])
      try await Self.signIn(live)
      live.server.clock.advance(seconds: 2)
      try await Self.signIn(live)
      #expect(heard.withLock { $0 } == [nil, uid])
      try live.auth.signOut()
      await MainActor.run {}
      #expect(heard.withLock { $0 } == [nil, uid, nil])
      live.auth.removeStateDidChangeListener(handle)
      try await Self.signIn(live)
      #expect(heard.withLock { $0 }.count == 3)
    }
  }

  @Test("a listener of tokens hears of the same user's next token, too")
  func idTokenChanges() async throws {
    try await LiveAuth.run { live in
      let uid = try await live.newUser().uid
      try live.auth.signOut()
      let heard = Mutex<[String?]>([])
      let handle = live.auth.addIDTokenDidChangeListener { auth, user in
        dispatchPrecondition(condition: .onQueue(.main))
        heard.withLock { $0.append(auth === live.auth && auth.currentUser === user ? user?.uid : "wrong") }
      }
      await MainActor.run {}
      try await Self.signIn(live)
      live.server.clock.advance(seconds: 2)
      try await Self.signIn(live)
      #expect(heard.withLock { $0 } == [nil, uid, uid])
      try live.auth.signOut()
      await MainActor.run {}
      #expect(heard.withLock { $0 } == [nil, uid, uid, nil])
      live.auth.removeIDTokenDidChangeListener(handle)
      try await Self.signIn(live)
      #expect(heard.withLock { $0 }.count == 4)
    }
  }

  // MARK: The emulator

  private static func withoutServer() throws -> Auth {
    try Auth.auth(
      app: FirebaseApp.tryConfigure(
        name: "test-\(UUID().uuidString)", options: FirebaseOptions(apiKey: "key")),
      in: .inMemory())
  }

  @Test("the emulator's address is where everything goes, and apps are not verified there")
  func useEmulator() throws {
    let auth = try Self.withoutServer()
    auth.useEmulator(withHost: "host", port: 12_345)
    #expect(auth.core.backend.configuration.origin == "http://host:12345")
    #expect(auth.settings?.isAppVerificationDisabledForTesting == true)
  }

  @Test("nothing goes to an emulator that was not named")
  func useEmulatorNeverCalled() throws {
    let auth = try Self.withoutServer()
    #expect(auth.core.backend.configuration.server == .unnamed)
    #expect(auth.settings?.isAppVerificationDisabledForTesting == false)
  }

  @Test("an address of IPv6 is put into brackets")
  func useEmulatorIPv6Address() throws {
    let auth = try Self.withoutServer()
    auth.useEmulator(withHost: "::1", port: 12_345)
    #expect(auth.core.backend.configuration.origin == "http://[::1]:12345")
    #expect(auth.settings?.isAppVerificationDisabledForTesting == true)
  }

  // MARK: Renewal

  /// The server's time. Sleeps of a minute and more end when the gate is opened.
  private struct GatedClock: AuthClock {
    let server: TestServer
    let gate = Gate()

    var now: Date { server.clock.now().date }
    func sleep(seconds: Double) async throws { if seconds >= 60 { await gate.pass() } }
  }

  @Test("a renewal that finds the session ended signs the user out")
  func automaticTokenRefreshInvalidTokenFailure() async throws {
    try await TestServer.run { server in
      let clock = GatedClock(server: server)
      let live = try LiveAuth(server, clock: clock)
      let user = try await live.newUser()
      let token = await withCheckedContinuation { done in
        live.auth.getToken(forcingRefresh: false) { token, _ in done.resume(returning: token) }
      }
      #expect(token == (try await user.getIDToken()))
      await clock.gate.arrival()
      var users = live.auth.authStateChanges.makeAsyncIterator()
      #expect(await users.next()??.uid == user.uid)
      try await live.delete(user)
      server.clock.advance(seconds: 3_300)
      clock.gate.open()
      #expect(await users.next() == .some(nil))
      #expect(live.auth.currentUser == nil)
    }
  }
}
