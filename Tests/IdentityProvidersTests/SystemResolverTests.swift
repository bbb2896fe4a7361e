import Foundation
import Identity
import Testing
import WorkPool

@testable import IdentityProviders

@Suite("Look-ups of host names")
struct SystemResolverTests {
  private static let address = IPAddress("192.0.2.1")

  /// Names under `dead.example` have name servers that do not answer until ``answer()``.
  private final class DeadZone: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let events: AsyncStream<Void>
    private let event: AsyncStream<Void>.Continuation

    init() { (events, event) = AsyncStream.makeStream() }

    func lookUp(_ host: String) -> [IPAddress] {
      if host.hasSuffix("dead.example") {
        event.yield()
        gate.wait()
      }
      return [SystemResolverTests.address].compactMap(\.self)
    }

    /// Waits until a number of look-ups wait for name servers.
    func waiting(_ count: Int) async {
      var left = count
      for await _ in events {
        left -= 1
        if left == 0 { return }
      }
    }

    func answer(_ count: Int) {
      for _ in 0..<count { gate.signal() }
    }
  }

  private static func look(_ resolver: SystemResolver, _ host: String, for owner: String?) async -> Bool {
    await LookUpOwner.$current.withValue(owner) { await !resolver.addresses(of: host).isEmpty }
  }

  @Test("a project whose name servers do not answer takes its own share of look-ups, and nothing of others")
  func share() async {
    let zone = DeadZone()
    let resolver = SystemResolver(
      places: SharedPlaces(size: 4, share: 2), timeoutSeconds: 600, lookUp: { zone.lookUp($0) })
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<2 {
        group.addTask { await Self.look(resolver, "\(number).dead.example", for: "shop") }
      }
      await zone.waiting(2)
      // A third one of the project is refused at once, whatever its name servers.
      let third = await Self.look(resolver, "example.com", for: "shop")
      #expect(!third)
      let other = await Self.look(resolver, "example.com", for: "school")
      #expect(other)
      let operatorsOwn = await Self.look(resolver, "example.com", for: nil)
      #expect(operatorsOwn)
      zone.answer(2)
      for await found in group { #expect(found) }
    }
    let again = await Self.look(resolver, "example.com", for: "shop")
    #expect(again)
  }

  // Fails when a look-up that finds no place is refused.
  @Test("all look-ups together are bounded, and wait for their turns")
  func bound() async {
    let zone = DeadZone()
    let places = SharedPlaces(size: 3, share: 2)
    let resolver = SystemResolver(places: places, timeoutSeconds: 600, lookUp: { zone.lookUp($0) })
    await withTaskGroup(of: Bool.self) { group in
      for (number, owner) in ["shop", "shop", "school"].enumerated() {
        group.addTask { await Self.look(resolver, "\(number).dead.example", for: owner) }
      }
      await zone.waiting(3)
      for owner in [nil, "museum"] {
        group.addTask { await Self.look(resolver, "example.com", for: owner) }
      }
      while places.waiting < 2 { await Task.yield() }
      zone.answer(3)
      for await found in group { #expect(found) }
    }
    #expect(places.waiting == 0)
  }

  @Test("a look-up that gets no turn in time finds nothing")
  func timeout() async {
    let resolver = SystemResolver(
      places: SharedPlaces(size: 0, share: 1), timeoutSeconds: 0, lookUp: { _ in [] })
    let found = await resolver.addresses(of: "example.com")
    #expect(found.isEmpty)
  }

  @Test("an address needs no look-up")
  func literal() async {
    let resolver = SystemResolver(
      places: SharedPlaces(size: 0, share: 0), timeoutSeconds: 600, lookUp: { _ in [] })
    let found = await resolver.addresses(of: "192.0.2.1")
    #expect(found == [Self.address].compactMap(\.self))
  }
}
