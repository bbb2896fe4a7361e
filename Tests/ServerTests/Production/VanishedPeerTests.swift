import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Settings
import TestSupport
import Testing

@testable import Server

@Suite("A connection whose client has gone before it is set up", .fewAtOnce)
struct VanishedPeerTests {
  /// A connection that was made and has ended. It has forgotten its addresses.
  private static func endedConnection() async throws -> any Channel {
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    let connection = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
    try await connection.close()
    try await server.close()
    return connection
  }

  // Fails when a connection without an address is set up: it would count for nobody's network.
  @Test("is refused, and takes no place")
  func refused() async throws {
    let limiter = ConnectionLimiter(.init(), trusted: [])
    let listener = ListenerChannel(
      ListenConfiguration(address: "127.0.0.1", port: 0), limiter: limiter, certificates: nil
    ) { _, writer, _ in
      let body = try await writer.writeHead(HTTPResponse(status: .ok))
      try await body.finish(nil)
    }
    let connection = try await Self.endedConnection()
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    do {
      _ = try await connection.eventLoop.flatSubmit { listener.setup(channel: connection, logger: logger) }
        .get()
      Issue.record("it was set up")
    } catch ListenerChannel.Refusal.unknownPeer {
      #expect(limiter.total == 0)
    }
  }
}
