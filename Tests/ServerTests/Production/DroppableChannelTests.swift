import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Settings
import Synchronization
import TestSupport
import Testing

@testable import Server

/// That the process goes on is part of each expectation: a connection dropped otherwise ends it.
@Suite("A connection that was accepted and is never handled", .fewAtOnce, .timeLimit(.minutes(15)))
struct DroppableChannelTests {
  /// Keeps what it accepts until it is told to drop or handle it.
  private final class Listener: Sendable {
    struct Accepting: ServerChildChannel {
      let channel: ListenerChannel
      let listener: Listener

      func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<ListenerChannel.Value> {
        self.channel.setup(channel: channel, logger: logger).map { value in
          value.connection.whenSuccess { _ in listener.established.withLock { $0 += 1 } }
          return value
        }
      }

      func handle(value: ListenerChannel.Value, logger: Logger) async {
        await channel.handle(value: value, logger: logger)
      }
    }

    /// Connections on which HTTP can be spoken.
    let established = Mutex(0)
    let answered = Mutex(0)
    private let kept = Mutex<[DroppableChannel<Accepting>.Value]>([])
    private let limiter = ConnectionLimiter(.init(), trusted: [])
    private let certificates: CertificateStore?
    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// - Parameter certificates: nil speaks plain HTTP/1.1.
    init(_ certificates: CertificateStore? = nil) { self.certificates = certificates }

    /// Ends when no connection is left.
    func run(_ body: (Int) async throws -> Void) async throws {
      let (channel, logger) = (channel, logger)
      let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { child in
          channel.setup(channel: child, logger: logger).map { value in self.kept.withLock { $0.append(value) }
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(server.localAddress?.port ?? 0)) } catch {
        outcome = .failure(error)
      }
      try await server.close()
      try outcome.get()
      while limiter.total > 0 { await Task.yield() }
    }

    private var channel: DroppableChannel<Accepting> {
      let inner = ListenerChannel(
        ListenConfiguration(address: "127.0.0.1", port: 0), limiter: limiter, certificates: certificates
      ) { _, writer, _ in
        self.answered.withLock { $0 += 1 }
        var body = try await writer.writeHead(HTTPResponse(status: .ok))
        try await body.write(ByteBuffer(string: "answered"))
        try await body.finish(nil)
      }
      return DroppableChannel(Accepting(channel: inner, listener: self))
    }

    /// What was accepted first, which it keeps no more.
    private func next() async -> DroppableChannel<Accepting>.Value {
      while true {
        if let value = kept.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return value }
        await Task.yield()
      }
    }

    func drop() async { _ = await next() }

    /// A connection over which so much was sent closes when it is dropped, without an answer.
    func expectClosed(after sent: String) async throws {
      try await run { port in
        try await RawConnection.with(port: port) { connection in
          try await connection.send(sent)
          await drop()
          let received = try await connection.receiveAll()
          #expect(received == "")
        }
      }
    }

    func handle() async -> Task<Void, Never> {
      let value = await next()
      return Task { await channel.handle(value: value, logger: logger) }
    }
  }

  @Test("is closed without an answer", arguments: ["", "GET / HTTP/1.1\r\n"])
  func plain(sent: String) async throws {
    let listener = Listener()
    try await listener.expectClosed(after: sent)
  }

  @Test("is closed before and in its handshake", arguments: ["", "\u{16}\u{3}\u{1}\u{1}\u{0}"])
  func handshake(sent: String) async throws {
    try await withTemporaryDirectory { directory in
      let certificates = try CertificateStore(
        try TestCertificate().write(to: directory.path), offersHTTP2: true)
      let listener = Listener(certificates)
      try await listener.expectClosed(after: sent)
      #expect(listener.established.withLock(\.self) == 0)
    }
  }

  @Test("is closed after its handshake", arguments: ["http/1.1", "h2"])
  func encrypted(protocolName: String) async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      let context = try certificate.clientContext(protocolName: protocolName)
      let certificates = try CertificateStore(try certificate.write(to: directory.path), offersHTTP2: true)
      let listener = Listener(certificates)
      try await listener.run { port in
        try await RawConnection.with(port: port, tls: context) { connection in
          while listener.established.withLock(\.self) == 0 { await Task.yield() }
          await listener.drop()
          // HTTP/2 begins with the server's settings.
          let received = try await connection.receiveAll()
          #expect(received.isEmpty || protocolName == "h2")
        }
      }
      #expect(listener.answered.withLock(\.self) == 0)
    }
  }

  // Fails, and ends the process, when streams can come to a connection whose handling was cancelled.
  @Test("is closed when its handling is cancelled, whatever its client still sends")
  func cancelled() async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      let context = try certificate.clientContext(protocolName: "h2")
      let certificates = try CertificateStore(try certificate.write(to: directory.path), offersHTTP2: true)
      let listener = Listener(certificates)
      try await listener.run { port in
        try await RawConnection.with(port: port, tls: context) { connection in
          try await connection.send(HTTP2Bytes.beginning)
          let handling = await listener.handle()
          var stream: UInt32 = 1
          while (try? await connection.send(HTTP2Bytes.request(stream))) != nil {
            guard try await connection.receive(until: "answered").contains("answered") else { break }
            stream += 2
            if stream == 5 { handling.cancel() }
          }
          await handling.value
          #expect(stream >= 5)
        }
      }
    }
  }

  @Test("does not end a server that stops while others come in")
  func stopping() async throws {
    let router = Router()
    router.get("/") { _, _ in HTTPResponse.Status.ok }
    let responder = router.buildResponder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            // Waited for when the server has stopped: they arrive while it does.
            let coming = try await LoopbackApplication.run(responder) { port in
              (0..<4).map { _ in Task { await Self.ask(port) } }
            }
            for connection in coming { await connection.value }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Connects and sends a request: a client of a socket that closed just then learns of it by sending.
  private static func ask(_ port: Int) async {
    try? await RawConnection.with(port: port) { connection in
      try await connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      _ = try await connection.receiveAll()
    }
  }
}
