import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import Synchronization
import TestSupport
import Testing

@Suite("The SDK keeps sessions")
struct SessionTests {
  @Test("a thousand who ask for the token at once make one request, and the session outlives a dead network")
  func refresh() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signInAnonymously().user
      let old = try await user.getIDToken()
      #expect(live.transport.count("token") == 0)
      live.server.clock.advance(seconds: 3_400)
      let tokens = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<1_000 { group.addTask { try await user.getIDToken() } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1 && tokens.first != old)
      #expect(live.transport.count("token") == 1)
      live.server.clock.advance(seconds: 3_400)
      live.transport.goDown(for: 2)
      #expect(try await user.getIDToken() != tokens.first)
      live.server.clock.advance(seconds: 3_400)
      live.transport.goDown(for: 100)
      do {
        _ = try await user.getIDToken()
        Issue.record("there is no network")
      } catch {
        #expect(AuthErrorCode(error) == .networkError)
      }
      #expect(live.auth.currentUser === user)
    }
  }

  @Test("whose account was deleted or disabled is signed out, and told why")
  func ended() async throws {
    try await LiveAuth.run { live in
      for disables in [true, false] {
        let user = try await live.auth.createUser(
          withEmail: "\(disables)@example.com", password: "a password"
        ).user
        let answer = try await live.server.administer(
          disables ? "accounts:update" : "accounts:delete",
          disables ? ["localId": .string(user.uid), "disableUser": true] : ["localId": .string(user.uid)])
        #expect(answer.status == 200)
        do {
          _ = try await user.getIDToken(forcingRefresh: true)
          Issue.record("the session is at an end")
        } catch {
          #expect(AuthErrorCode(error) == (disables ? .userDisabled : .userNotFound))
        }
        #expect(live.auth.currentUser == nil)
      }
    }
  }

  @Test("a session outlives the program, and two programs that share it never end it for each other")
  func shared() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "latchkey-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    try await TestServer.run { server in
      let storage = { FileStorage(directory: directory) }
      let one = try LiveAuth(server, storage: storage())
      let user = try await one.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      let two = try LiveAuth(server, storage: storage())
      let same = try #require(await two.auth.ready())
      #expect(same.uid == user.uid && same.email == "ada@example.com")
      server.clock.advance(seconds: 3_400)
      let renewed = try await user.getIDToken()
      #expect(try await same.getIDToken() == renewed)
      #expect(two.transport.count("token") == 0)
      let text = try #require(
        try FileManager.default.contentsOfDirectory(atPath: directory.path()).first { $0.hasSuffix(".data") })
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.path() + "/" + text)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try one.auth.signOut()
      #expect(try LiveAuth(server, storage: storage()).auth.currentUser == nil)
    }
  }

  @Test("listeners and sequences tell of each user once, and of each token those who asked")
  func listeners() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      let seen = Mutex<[String]>([])
      let users = auth.addStateDidChangeListener { _, user in
        seen.withLock { $0.append("user \(user?.email ?? "nobody")") }
      }
      var iterator = auth.idTokenChanges.makeAsyncIterator()
      #expect(await iterator.next() == .some(nil))
      let user = try await auth.createUser(withEmail: "ada@example.com", password: "a password").user
      #expect(await iterator.next()??.uid == user.uid)
      live.server.clock.advance(seconds: 10)
      _ = try await user.getIDToken(forcingRefresh: true)
      #expect(await iterator.next()??.uid == user.uid)
      try auth.signOut()
      #expect(await iterator.next() == .some(nil))
      #expect(seen.withLock { $0 } == ["user nobody", "user ada@example.com", "user nobody"])
      auth.removeStateDidChangeListener(users)
    }
  }
}
