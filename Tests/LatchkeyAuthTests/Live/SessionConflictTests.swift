import FirebaseAuth
import FirebaseCore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("What happens to a session at the same time")
struct SessionConflictTests {
  // Fails when withTokens looks at the tokens that it used, alone.
  @Test("who changes the password in one program stays signed in in the other")
  func passwordInAnotherProcess() async throws {
    try await TestServer.run { server in
      let storage = MemoryStorage()
      let one = try LiveAuth(server, storage: storage)
      let user = try await one.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      let two = try LiveAuth(server, storage: storage)
      server.clock.advance(seconds: 10)
      try await #require(two.auth.currentUser).updatePassword(to: "another password")
      try await user.reload()
      #expect(one.auth.currentUser === user)
      #expect(user.refreshToken == two.auth.currentUser?.refreshToken)
      #expect(try LiveAuth(server, storage: storage).auth.currentUser?.uid == user.uid)
    }
  }

  // Fails when a sign-out removes whatever is stored.
  @Test("whoever's session ends, or who signs out, leaves another user's session in a shared store alone")
  func anotherUser() async throws {
    try await TestServer.run { server in
      for signsOut in [true, false] {
        let storage = MemoryStorage()
        let one = try LiveAuth(server, storage: storage)
        let first = try await one.auth.signInAnonymously().user
        let second = try await LiveAuth(server, storage: storage).auth.createUser(
          withEmail: "second-\(signsOut)@example.com", password: "a password"
        ).user
        if signsOut {
          try one.auth.signOut()
        } else {
          _ = try await server.administer(
            "accounts:update", ["localId": .string(first.uid), "disableUser": true])
          await #expect(throws: AuthError.self) { _ = try await first.getIDToken(forcingRefresh: true) }
        }
        #expect(one.auth.currentUser == nil)
        #expect(try LiveAuth(server, storage: storage).auth.currentUser?.uid == second.uid)
      }
    }
  }

  // Fails when a refresh that ends the session does not look whether it is still the same.
  @Test("a refresh that is too late for the old session does not end the new one")
  func lateRefusal() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      live.server.clock.advance(seconds: 10)
      let hold = live.transport.hold("token", .beforeRequest)
      let refresh = Task { try await user.getIDToken(forcingRefresh: true) }
      await hold.arrival()
      try await user.updatePassword(to: "another password")
      let new = user.refreshToken
      hold.open()
      let token = try await refresh.value
      #expect(live.auth.currentUser === user && user.refreshToken == new)
      #expect(try await user.getIDToken() == token)
      try await user.reload()
    }
  }

  // Fails when a refresh is adopted whatever became of the session.
  @Test("what a refresh of the old session brought late does not take the new one's place")
  func lateAnswer() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: "a password").user
      live.server.clock.advance(seconds: 10)
      let hold = live.transport.hold("token", .beforeAnswer)
      let refresh = Task { try await user.getIDToken(forcingRefresh: true) }
      await hold.arrival()
      live.server.clock.advance(seconds: 10)
      try await user.updatePassword(to: "another password")
      let new = user.refreshToken
      hold.open()
      _ = try await refresh.value
      #expect(user.refreshToken == new)
      _ = try await user.getIDToken(forcingRefresh: true)
      #expect(live.auth.currentUser === user)
    }
  }

  // Fails when store and memory change one after the other.
  @Test("of sign-ins and sign-outs at once, what is known in the end is what is stored")
  func agreement() async throws {
    try await TestServer.run { server in
      let storage = MemoryStorage()
      let live = try LiveAuth(server, storage: storage)
      let users = [
        try await live.auth.createUser(withEmail: "one@example.com", password: "a password").user,
        try await live.auth.createUser(withEmail: "two@example.com", password: "a password").user,
      ]
      for _ in 0..<20 {
        await withTaskGroup(of: Void.self) { group in
          for user in users { group.addTask { try? await live.auth.updateCurrentUser(user) } }
          group.addTask { try? live.auth.signOut() }
        }
        let stored = try LiveAuth(server, storage: storage).auth.currentUser?.uid
        #expect(live.auth.currentUser?.uid == stored)
      }
    }
  }

  @Test("a thousand who force a refresh at once make one request")
  func forced() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signInAnonymously().user
      live.server.clock.advance(seconds: 10)
      let hold = live.transport.hold("token", .beforeAnswer)
      let tokens = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<1_000 { group.addTask { try await user.getIDToken(forcingRefresh: true) } }
        await hold.arrival()
        hold.open()
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(tokens.count <= live.transport.count("token"))
    }
  }

  // Fails when the key of a session does not name its server.
  @Test("a session is shown to no other server than the one that began it")
  func servers() async throws {
    try await TestServer.run { one in
      try await TestServer.run { other in
        let storage = MemoryStorage()
        let here = try LiveAuth(one, storage: storage)
        let user = try await here.auth.signInAnonymously().user
        let there = try LiveAuth(other, storage: storage)
        #expect(there.auth.currentUser == nil)
        let moved = try LiveAuth(one, storage: storage)
        #expect(moved.auth.currentUser?.uid == user.uid)
        try moved.auth.useBackend(try #require(URL(string: other.origin)))
        #expect(moved.auth.currentUser == nil && moved.transport.count("token") == 0)
        try await moved.auth.signInAnonymously()
        #expect(try LiveAuth(one, storage: storage).auth.currentUser?.uid == user.uid)
      }
    }
  }

  @Test("who was told of nobody at one server is told of whoever is signed in at the next")
  func listenersOfServers() async throws {
    try await TestServer.run { one in
      try await TestServer.run { other in
        let storage = MemoryStorage()
        let user = try await LiveAuth(other, storage: storage).auth.signInAnonymously().user
        let moved = try LiveAuth(one, storage: storage)
        var changes = moved.auth.authStateChanges.makeAsyncIterator()
        #expect(await changes.next() == .some(nil))
        try moved.auth.useBackend(try #require(URL(string: other.origin)))
        #expect(await changes.next()??.uid == user.uid)
      }
    }
  }
}
