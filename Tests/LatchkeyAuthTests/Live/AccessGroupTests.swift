import FirebaseAuth
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Sessions that a group of apps shares")
struct AccessGroupTests {
  /// The storages of a device: one for each app, and one for each group.
  private final class Device: Sendable {
    private let groups = Mutex<[String: MemoryStorage]>([:])

    func group(_ name: String) -> MemoryStorage {
      groups.withLock { groups in
        if let known = groups[name] { return known }
        let new = MemoryStorage()
        groups[name] = new
        return new
      }
    }

    func app(_ server: TestServer, _ storage: MemoryStorage = MemoryStorage()) throws -> LiveAuth {
      try LiveAuth(server, storage: storage, sharedStorage: { name, _ in self.group(name) })
    }
  }

  @Test("an app that joins a group has the group's user, and brings its own on request")
  func joining() async throws {
    try await TestServer.run { server in
      let device = Device()
      let one = try device.app(server)
      let user = try await one.auth.signInAnonymously().user
      #expect(one.auth.userAccessGroup == nil)
      try one.auth.useUserAccessGroup("team.example")
      #expect(one.auth.userAccessGroup == "team.example" && one.auth.currentUser == nil)
      try await one.auth.updateCurrentUser(user)

      let two = try device.app(server)
      #expect(two.auth.currentUser == nil)
      #expect(try two.auth.getStoredUser(forAccessGroup: "team.example")?.uid == user.uid)
      #expect(two.auth.currentUser == nil)
      try two.auth.useUserAccessGroup("team.example")
      #expect(two.auth.currentUser?.uid == user.uid)
      #expect(try await two.auth.currentUser?.getIDToken(forcingRefresh: true) != nil)

      try two.auth.signOut()
      #expect(try one.auth.getStoredUser(forAccessGroup: "team.example") == nil)
      #expect(try one.auth.getStoredUser(forAccessGroup: "team.other") == nil)
    }
  }

  @Test("the group is remembered at the next start, until the app leaves it")
  func restart() async throws {
    try await TestServer.run { server in
      let device = Device()
      let storage = MemoryStorage()
      let first = try device.app(server, storage)
      try first.auth.useUserAccessGroup("team.example")
      let user = try await first.auth.signInAnonymously().user

      let second = try device.app(server, storage)
      #expect(second.auth.currentUser?.uid == user.uid && second.auth.userAccessGroup == "team.example")
      try second.auth.useUserAccessGroup(nil)
      #expect(second.auth.userAccessGroup == nil && second.auth.currentUser == nil)

      let third = try device.app(server, storage)
      #expect(third.auth.userAccessGroup == nil && third.auth.currentUser == nil)
      #expect(try third.auth.getStoredUser(forAccessGroup: "team.example")?.uid == user.uid)
    }
  }

  @Test("listeners hear of the group's user")
  func listeners() async throws {
    try await TestServer.run { server in
      let device = Device()
      let one = try device.app(server)
      try one.auth.useUserAccessGroup("team.example")
      let user = try await one.auth.signInAnonymously().user
      let two = try device.app(server)
      var changes = two.auth.authStateChanges.makeAsyncIterator()
      #expect(await changes.next() == .some(nil))
      try two.auth.useUserAccessGroup("team.example")
      #expect(await changes.next()??.uid == user.uid)
    }
  }
}
