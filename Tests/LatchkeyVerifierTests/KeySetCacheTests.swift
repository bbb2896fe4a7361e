import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import LatchkeyVerifier

@Suite("Key set cache")
struct KeySetCacheTests {
  // Fails when each verification that finds no keys fetches them, or goes on without those that another
  // fetches.
  @Test("a hundred verifications at once fetch the keys once")
  func oneFetch() async throws {
    try await TestServer.run { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let ann = try await server.signUp("ann@example.com")
      transport.hold()
      let begun = Counter()
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<100 {
          group.addTask {
            begun.increment()
            return try await verifier.verify(ann.idToken).uid
          }
        }
        while begun.value < 100 { await Task.yield() }
        transport.release()
        for try await uid in group { #expect(uid == ann.localID) }
      }
      #expect(transport.count == 1)
      _ = try await verifier.verify(ann.idToken)
      #expect(transport.count == 1)
    }
  }

  @Test("whoever gives up waiting takes the keys from nobody else")
  func cancelled() async throws {
    try await TestServer.run { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let ann = try await server.signUp("ann@example.com")
      transport.hold()
      let first = Task { try await verifier.verify(ann.idToken) }
      while transport.count == 0 { await Task.yield() }
      let second = Task { try await verifier.verify(ann.idToken) }
      first.cancel()
      transport.release()
      #expect(try await second.value.uid == ann.localID)
      #expect(transport.count == 1)
    }
  }

  // Fails when there is no least time between two fetches for the sake of unknown keys.
  @Test("made-up key ids cost the server one request in ten seconds")
  func madeUpKeys() async throws {
    try await TestServer.runAtFixedTime { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let ann = try await server.signUp("ann@example.com")
      _ = try await verifier.verify(ann.idToken)
      let madeUp = try (0..<50).map {
        try server.forge(ann.idToken, header: ["kid": .string("made-up-\($0)")])
      }
      for token in madeUp { await expectRefused(verifier, token, .unknownKey) }
      #expect(transport.count == 1)
      server.clock.advance(seconds: 10)
      await withTaskGroup { group in
        for token in madeUp { group.addTask { await expectRefused(verifier, token, .unknownKey) } }
      }
      #expect(transport.count == 2)
      _ = try await verifier.verify(ann.idToken)
      #expect(transport.count == 2)
    }
  }

  // Fails when an unknown key is refused without asking the server again.
  @Test("a key that the server has put to use since is found, and the old one still counts")
  func rotation() async throws {
    try await TestServer.runAtFixedTime { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let before = try await server.signUp("ann@example.com").idToken
      _ = try await verifier.verify(before)
      // Of two keys of one moment, either may be the one that signs.
      server.clock.advance(seconds: 1)
      _ = try await server.service.keyRing.rotate(.immediate, now: server.clock.now())
      server.clock.advance(seconds: 9)
      let after = try await server.signUp("eve@example.com").idToken
      #expect(try UnverifiedJWT(after).keyID != UnverifiedJWT(before).keyID)
      _ = try await verifier.verify(after)
      _ = try await verifier.verify(before)
      #expect(transport.count == 2)
    }
  }

  // Fails when keys are kept without end, or each fetch adds to what is known.
  @Test("a withdrawn key is forgotten when the keys have grown old")
  func withdrawal() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try server.verifier { $0.keySetPolicy = KeySetPolicy(maximumAge: 300) }
      let token = try await server.signUp("ann@example.com").idToken
      _ = try await verifier.verify(token)
      _ = try await server.service.keyRing.rotate(.compromised, now: server.clock.now())
      server.clock.advance(seconds: 299)
      _ = try await verifier.verify(token)
      server.clock.advance(seconds: 1)
      await expectRefused(verifier, token, .unknownKey)
    }
  }

  // Fails when a failed fetch forgets the keys, or when old keys serve without end.
  @Test("while the key server is down, known keys serve for a bounded time")
  func down() async throws {
    let clock = SettableClock(Instant(seconds: 1_900_000_000))
    var options = TestServer.Options()
    options.clock = clock
    let transport = CountingTransport()
    let (verifier, token, unknown) = try await TestServer.run(options) { server in
      let verifier = try server.verifier {
        $0.transport = transport
        $0.keySetPolicy = KeySetPolicy(maximumAge: 300, staleAllowance: 600)
      }
      let token = try await server.signUp("ann@example.com").idToken
      _ = try await verifier.verify(token)
      return (verifier, token, try server.forge(token, header: ["kid": "new-key"]))
    }
    // The server has stopped.
    clock.advance(seconds: 300)
    for _ in 0..<20 { _ = try await verifier.verify(token) }
    #expect(transport.count == 2, "one attempt in ten seconds")
    // Its key may have come since: nobody can say that it is none.
    await expectRefused(verifier, unknown, .keysUnavailable(.unreachable))
    clock.advance(seconds: 599)
    _ = try await verifier.verify(token)
    clock.advance(seconds: 1)
    await expectRefused(verifier, token, .keysUnavailable(.unreachable))
    #expect(!IDTokenError.keysUnavailable(.unreachable).isRefusal)
  }

  @Test("without keys there is no verdict, and a second later another attempt")
  func neverUp() async throws {
    try await TestServer.runAtFixedTime { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let token = try await server.signUp("ann@example.com").idToken
      transport.setDown(true)
      for _ in 0..<10 { await expectRefused(verifier, token, .keysUnavailable(.unreachable)) }
      #expect(transport.count == 1)
      transport.setDown(false)
      await expectRefused(verifier, token, .keysUnavailable(.unreachable))
      server.clock.advance(seconds: 1)
      _ = try await verifier.verify(token)
      #expect(transport.count == 2)
    }
  }

  @Test("a clock that was set back neither keeps keys for longer nor stops the fetching")
  func clockSetBack() async throws {
    try await TestServer.runAtFixedTime { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let token = try await server.signUp("ann@example.com").idToken
      _ = try await verifier.verify(token)
      server.clock.advance(seconds: -30)
      _ = try await verifier.verify(token)
      #expect(transport.count == 2)
    }
  }

  @Test(
    "Cache-Control says for how long keys are kept, within bounds",
    arguments: [
      (nil, nil, 300), ("public, max-age=3600, must-revalidate", nil, 3600), ("max-age=3600", "600", 3000),
      ("Max-Age=\"3600\"", nil, 3600), ("max-age=0", nil, 60), ("max-age=-5", nil, 60),
      ("max-age=abc", nil, 60),
      ("max-age", nil, 60), ("no-store", nil, 60), ("max-age=3600, no-cache", nil, 60),
      ("max-age=99999999999999999999999999", nil, 21_600), ("max-age=3600", "99999999999999999999", 60),
      ("max-age=3600", "junk", 3600), ("s-maxage=7200", nil, 300), ("public", nil, 300), (",,=,", nil, 300),
    ] as [(String?, String?, Double)])
  func age(_ cacheControl: String?, _ age: String?, _ seconds: Double) {
    var headers: [String: String] = [:]
    headers["cache-control"] = cacheControl
    headers["age"] = age
    #expect(KeySetPolicy().age(of: VerifierResponse(status: 200, headers: headers)) == seconds)
  }

  @Test("a policy out of its range is moved to its end")
  func policyBounds() {
    let low = KeySetPolicy(maximumAge: -1, staleAllowance: -1, fetchInterval: 0)
    #expect(low.maximumAge == 60 && low.staleAllowance == 0 && low.fetchInterval == 1)
    let high = KeySetPolicy(maximumAge: 1e9, staleAllowance: 1e9, fetchInterval: 1e9)
    #expect(high.maximumAge == 86_400 && high.staleAllowance == 86_400 && high.fetchInterval == 60)
  }
}
