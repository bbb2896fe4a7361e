import Settings
import Telemetry
import TestSupport
import Testing

@testable import Server

@Suite("How many connections one client may have", .fewAtOnce)
struct ConnectionLimiterTests {
  private static func limiter(_ trusted: [String] = []) -> ConnectionLimiter {
    ConnectionLimiter(
      .init(connections: 10, connectionsPerAddress: 2), trusted: trusted.compactMap(AddressRange.init))
  }

  @Test("all addresses that one IPv6 subscriber has are one client")
  func subscriber() {
    let limiter = Self.limiter()
    #expect(limiter.enter("2001:db8:1:2::1") && limiter.enter("2001:db8:1:2:ffff::2"))
    #expect(!limiter.enter("2001:db8:1:2::3"))
    #expect(limiter.enter("2001:db8:1:3::1"))
    limiter.leave("2001:db8:1:2:ffff::2")
    #expect(limiter.enter("2001:db8:1:2::3"))
    #expect(limiter.total == 3)
  }

  @Test("an IPv4 address is a client, in whatever form it comes, and so are all that nobody knows")
  func others() {
    let limiter = Self.limiter()
    #expect(limiter.enter("192.0.2.1") && limiter.enter("::ffff:192.0.2.1"))
    #expect(!limiter.enter("192.0.2.1") && limiter.enter("192.0.2.2"))
    #expect(limiter.enter(nil) && limiter.enter(nil) && !limiter.enter(nil))
  }

  @Test("a trusted proxy has as many as all may have")
  func proxy() {
    let limiter = Self.limiter(["2001:db8::7"])
    for _ in 0..<10 { #expect(limiter.enter("2001:db8::7")) }
    #expect(!limiter.enter("2001:db8::7"))
  }

  @Test("streams are counted apart from connections: two for each that a client, and that all, may have")
  func streams() {
    let limiter = Self.limiter(["192.0.2.7"])
    for _ in 0..<4 { #expect(limiter.enterStream("192.0.2.1")) }
    #expect(!limiter.enterStream("192.0.2.1") && limiter.enter("192.0.2.1"))
    limiter.leaveStream("192.0.2.1")
    #expect(limiter.enterStream("192.0.2.1"))
    for _ in 0..<16 { #expect(limiter.enterStream("192.0.2.7")) }
    #expect(!limiter.enterStream("192.0.2.2") && !limiter.enterStream("192.0.2.7"))
    #expect(limiter.total == 1)
  }

  // Fails when enterStream counts no refusal, or counts it as one of a connection.
  @Test("each refused stream is counted by its limit, apart from connections")
  func refusedStreams() {
    let registry = MetricsRegistry()
    func counter(_ name: String) -> MetricCounter { registry.counter(name, "Refusals.", labels: ["reason"]) }
    let (connections, streams) = (counter("connections"), counter("streams"))
    let limiter = ConnectionLimiter(
      .init(connections: 3, connectionsPerAddress: 2), trusted: [], refused: connections,
      refusedStreams: streams)
    #expect(registry.render().contains("streams{reason=\"address\"} 0"))
    for _ in 0..<4 { #expect(limiter.enterStream("192.0.2.1")) }
    #expect(!limiter.enterStream("192.0.2.1"))
    #expect(streams.value("address") == 1 && streams.value("all") == 0)
    for _ in 0..<2 { #expect(limiter.enterStream("192.0.2.2")) }
    for _ in 0..<2 { #expect(!limiter.enterStream("192.0.2.3")) }
    #expect(streams.value("address") == 1 && streams.value("all") == 2)
    #expect(connections.value("address") == 0 && connections.value("all") == 0)
  }
}
