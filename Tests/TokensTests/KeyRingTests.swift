import Foundation
import Identity
import IdentityWire
import Secrets
import Testing

@testable import Tokens

@Suite("The key ring", .timeLimit(.minutes(15)))
struct KeyRingTests {
  let now = TokenFixture.now

  @Test("makes one key for an empty database, keeps it sealed and finds it again")
  func firstKey() async throws {
    let fixture = try await TokenFixture()
    let record = try #require(fixture.store.records.first)
    #expect(fixture.store.records.count == 1)
    #expect(record.activeFrom == now && record.retiredAt == nil)
    let key = try fixture.key
    let plain = try key.material.privateKey()
    #expect(!record.sealedPrivateKey.contains(subsequence: plain.suffix(64)))

    let again = try await fixture.otherNode()
    #expect(try again.activeKey(now: now).keyID == key.keyID)
    #expect(fixture.store.records.count == 1)
  }

  @Test("does not start under another master key")
  func wrongMasterKey() async throws {
    let fixture = try await TokenFixture()
    let keyID = try fixture.key.keyID
    await #expect {
      try await fixture.otherNode(masterKey: [UInt8](repeating: 8, count: 32))
    } throws: { error in
      if case KeyRing.Failure.wrongMasterKey(keyID) = error { true } else { false }
    }
    #expect(fixture.store.records.count == 1)
  }

  @Test("does not start, and makes no key, when the database fails")
  func failingStore() async throws {
    let fixture = try await TokenFixture()
    fixture.store.replace { $0 = [] }
    fixture.store.fail(with: .unavailable("disk"))
    await #expect { try await fixture.otherNode() } throws: { error in
      if case KeyRing.Failure.store = error { true } else { false }
    }
    fixture.store.fail(with: nil)
    #expect(fixture.store.records.isEmpty)
  }

  @Test("signs with the same key on all nodes when several start on an empty database at once")
  func simultaneousStart() async throws {
    let fixture = try await TokenFixture()
    fixture.store.replace { $0 = [] }
    async let one = fixture.otherNode()
    async let two = fixture.otherNode()
    let nodes = try await [one, two]
    // A node's own first key may have signed before the other's was known: it verifies everywhere.
    for record in fixture.store.records {
      fixture.pace.advance(seconds: 1)
      for node in nodes { #expect(try await node.key(record.keyID, now: now)?.keyID == record.keyID) }
    }
    for node in nodes { #expect(await node.renew() == nil) }
    let active = try nodes.map { try $0.activeKey(now: now).keyID }
    #expect(Set(active).count == 1)
  }

  @Test("publishes a planned key at once, signs with it after the overlap, and retires the one before")
  func plannedRotation() async throws {
    let fixture = try await TokenFixture()
    let old = try fixture.key.keyID
    let entry = try await fixture.keys.rotate(now: now)
    let new = entry.key.keyID
    #expect(fixture.keys.published(now: now).map(\.key.keyID) == [old, new])

    let activation = now.adding(seconds: 3600)
    #expect(entry.activeFrom == activation)
    #expect(
      try fixture.keys.activeKey(now: Instant(milliseconds: activation.milliseconds - 1)).keyID == old)
    #expect(try fixture.keys.activeKey(now: activation).keyID == new)

    // The last session cookie of the old key, at a verifier with the oldest copy.
    let end = activation.adding(seconds: 1_209_600 + 21_600)
    #expect(try await fixture.keys.key(old, now: Instant(milliseconds: end.milliseconds - 1)) != nil)
    #expect(try await fixture.keys.key(old, now: end) == nil)
    #expect(fixture.keys.published(now: end).map(\.key.keyID) == [new])
  }

  @Test("keeps the planned end of a key through a second rotation")
  func secondRotation() async throws {
    let fixture = try await TokenFixture()
    try await fixture.keys.rotate(now: now)
    let first = fixture.store.records[0].retiredAt
    try await fixture.keys.rotate(now: now.adding(seconds: 60))
    #expect(fixture.store.records[0].retiredAt == first)
    #expect(fixture.store.records[1].retiredAt == now.adding(seconds: 60 + 3600 + 1_209_600 + 21_600))
    #expect(fixture.store.records[2].retiredAt == nil)
  }

  @Test("signs with an immediate key at once, and drops a planned one that never signed")
  func immediateRotation() async throws {
    let fixture = try await TokenFixture()
    let old = try fixture.key.keyID
    let planned = try await fixture.keys.rotate(now: now).key.keyID
    let later = now.adding(seconds: 10)
    let immediate = try await fixture.keys.rotate(.immediate, now: later).key.keyID
    for seconds in [0, 3600, 7200] as [Int64] {
      #expect(try fixture.keys.activeKey(now: later.adding(seconds: seconds)).keyID == immediate)
    }
    #expect(try await fixture.keys.key(planned, now: later) == nil)
    #expect(try await fixture.keys.key(old, now: later) != nil)
  }

  @Test("withdraws all other keys after a compromise")
  func compromise() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue()
    #expect(await fixture.failure(token) == nil)
    let new = try await fixture.keys.rotate(.compromised, now: now).key.keyID
    #expect(fixture.keys.published(now: now).map(\.key.keyID) == [new])
    #expect(await fixture.failure(token) == .unknownKey)
    #expect(await fixture.failure(try await fixture.issue()) == nil)
  }

  @Test("learns of a key that another process made when a token names it")
  func unknownKey() async throws {
    let fixture = try await TokenFixture()
    let node = try await fixture.otherNode()
    let later = now.adding(seconds: 10)
    let new = try await fixture.keys.rotate(.immediate, now: later).key.keyID
    fixture.pace.advance(seconds: 1)
    #expect(try await node.key(new, now: later)?.keyID == new)
    #expect(try node.activeKey(now: later).keyID == new)
  }

  @Test("asks the database for unknown keys no oftener than its floor, and never for malformed ids")
  func unknownKeyFloor() async throws {
    let fixture = try await TokenFixture()
    let unknown = String(repeating: "a", count: 40)
    fixture.pace.advance(seconds: 1)
    let before = fixture.store.reads
    for _ in 0..<100 { #expect(try await fixture.keys.key(unknown, now: now) == nil) }
    #expect(fixture.store.reads == before + 1)
    fixture.pace.advance(seconds: 1)
    for id in ["", "../../etc/passwd", "A" + unknown.dropFirst(), unknown + "a", "' OR 1=1"] {
      #expect(try await fixture.keys.key(id, now: now) == nil)
    }
    #expect(fixture.store.reads == before + 1)
  }

  @Test("renews its copy in the background once it is old")
  func backgroundRenewal() async throws {
    let fixture = try await TokenFixture()
    let node = try await fixture.otherNode()
    try await fixture.keys.rotate(now: now)
    #expect(node.published(now: now).count == 1)
    fixture.pace.advance(seconds: 5)
    while node.published(now: now).count < 2 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  // Fails when a known key is not looked up anew once the copy is old, and when whoever signs does not look (each alone).
  @Test("neither accepts nor uses a key that another process withdrew, however long nobody asked")
  func idle() async throws {
    let fixture = try await TokenFixture()
    let node = try await fixture.otherNode()
    let token = try await fixture.issue()
    let first = try await node.rotate(.compromised, now: now).key.keyID
    fixture.pace.advance(seconds: 5)
    #expect(await fixture.failure(token) == .unknownKey)
    let second = try await node.rotate(.compromised, now: now).key.keyID
    fixture.pace.advance(seconds: 5)
    #expect(try UnverifiedJWT(try await fixture.issue()).keyID == second && first != second)
  }

  @Test("keeps what it knows while the database fails, and says so of what it does not know")
  func storeOutage() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue()
    let known = try fixture.key.keyID
    fixture.store.fail(with: .unavailable("disk"))
    fixture.pace.advance(seconds: 60)
    #expect(await fixture.failure(token) == nil)
    #expect(try fixture.key.keyID == known)
    _ = await fixture.keys.renew()
    #expect(fixture.keys.renewalFailure != nil)

    var header = try fixture.header()
    header["kid"] = .string(String(repeating: "b", count: 40))
    let unknown = try fixture.forge(header: header, claims: try await fixture.claims())
    for _ in 0..<2 {
      guard case .unavailable = await fixture.failure(unknown) else {
        Issue.record("an outage must not be taken for a verdict")
        return
      }
    }
    fixture.store.fail(with: nil)
    fixture.pace.advance(seconds: 1)
    #expect(await fixture.failure(unknown) == .unknownKey)
    #expect(fixture.keys.renewalFailure == nil)
  }

  @Test("signs with its oldest key when its clock is behind that of the node that made it")
  func slowClock() async throws {
    let fixture = try await TokenFixture()
    #expect(try fixture.keys.activeKey(now: now.adding(seconds: -30)).keyID == fixture.key.keyID)
  }

  @Test("says that its clock is behind a key by more than a minute")
  func clockBehind() async throws {
    let fixture = try await TokenFixture()
    let made = try #require(fixture.keys.published(now: now).first?.createdAt)
    #expect(fixture.keys.creationAhead(of: made) == nil)
    #expect(fixture.keys.creationAhead(of: made.adding(seconds: -60)) == nil)
    #expect(fixture.keys.creationAhead(of: made.adding(seconds: -61)) == made)
  }
}

extension [UInt8] {
  fileprivate func contains(subsequence: ArraySlice<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: subsequence) }
  }
}
