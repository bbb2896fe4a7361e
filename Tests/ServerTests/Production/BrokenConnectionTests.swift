import Dispatch
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Settings
import TestSupport
import Testing

@testable import Server

/// That the process goes on is part of each expectation.
@Suite("A connection over TLS that its client breaks", .fewAtOnce, .timeLimit(.minutes(15)))
struct BrokenConnectionTests {
  /// Ends the connection below TLS, without a close_notify.
  private final class Breaker: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer

    func triggerUserOutboundEvent(
      context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
      context.close(mode: .output, promise: nil)
      context.close(promise: promise)
    }
  }

  // Fails, and ends the process, when the server reads the last bytes and the end in one step. It does when the bytes fill
  // its buffer, whose size adapts to what came before.
  @Test("ends like any other, whatever its last bytes fill", arguments: ["h2", "http/1.1"])
  func filledBuffer(protocolName: String) async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      let context = try certificate.clientContext(protocolName: protocolName)
      let certificates = try CertificateStore(try certificate.write(to: directory.path), offersHTTP2: true)
      try await Server.run(certificates) { port, server in
        for size in [512, 1_024, 2_048, 4_096] {
          try await Self.breakConnection(
            to: port, of: server, context, last: Self.last(protocolName, in: size - Self.recordOverhead))
        }
      }
    }
  }

  /// Of TLS 1.3 with any of its cipher suites (RFC 8446 section 5.2).
  private static let recordOverhead = 22

  /// Bytes that are answered at once, and then some that are not looked at.
  private static func last(_ protocolName: String, in size: Int) -> [UInt8] {
    let beginning = protocolName == "h2" ? HTTP2Bytes.beginning : Array("NO HTTP\r\n\r\n".utf8)
    let ping: [UInt8] = [0, 0, 8, 6, 0, 0, 0, 0, 0] + Array(repeating: 7, count: 8)
    let answered = protocolName == "h2" ? beginning + ping : beginning
    let left = size - answered.count - 9
    let unknown: [UInt8] = [0, UInt8(left >> 8), UInt8(left & 0xFF), 0xBE, 0, 0, 0, 0, 0]
    return answered + unknown + Array(repeating: 0, count: left)
  }

  private static func breakConnection(
    to port: Int, of server: Server, _ context: NIOSSLContext, last: [UInt8]
  ) async throws {
    let connected = server.connected.value
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            Breaker(), NIOSSLClientHandler(context: context, serverHostname: nil),
          ])
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    #expect(await server.connected.reaches { $0 > connected })
    // The server comes to a stand, and finds bytes, end and reset together.
    let goOn = DispatchSemaphore(value: 0)
    await withCheckedContinuation { stopped in
      server.eventLoop.execute {
        stopped.resume()
        goOn.wait()
      }
    }
    defer { goOn.signal() }
    try await channel.writeAndFlush(ByteBuffer(bytes: last))
    try? await channel.triggerUserOutboundEvent("break")
    try? await channel.closeFuture.get()
  }

  /// One thread, on which connections are served.
  private struct Server {
    let eventLoop: any EventLoop
    /// Connections on which HTTP can be spoken, so far.
    let connected = Watched(0)
    private let limiter = ConnectionLimiter(.init(), trusted: [])
    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Ends when no connection is left.
    static func run(
      _ certificates: CertificateStore, _ body: (Int, Server) async throws -> Void
    ) async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let server = Server(eventLoop: group.next())
      let listening = try await server.bind(group, certificates)
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(listening.localAddress?.port ?? 0, server)) } catch {
        outcome = .failure(error)
      }
      try await listening.close()
      while server.limiter.total > 0 { await Task.yield() }
      try await group.shutdownGracefully()
      try outcome.get()
    }

    private func bind(
      _ group: MultiThreadedEventLoopGroup, _ certificates: CertificateStore
    ) async throws -> any Channel {
      let listener = ListenerChannel(
        ListenConfiguration(address: "127.0.0.1", port: 0), limiter: limiter, certificates: certificates
      ) { _, writer, _ in
        let body = try await writer.writeHead(HTTPResponse(status: .ok))
        try await body.finish(nil)
      }
      return try await ServerBootstrap(group: group)
        // As Hummingbird has it.
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelInitializer { [connected, logger] channel in
          listener.setup(channel: channel, logger: logger).map { value in
            value.connection.whenSuccess { _ in connected.change { $0 += 1 } }
            Task { await listener.handle(value: value, logger: logger) }
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }
  }
}
