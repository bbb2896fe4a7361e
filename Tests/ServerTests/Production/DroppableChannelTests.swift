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

/// That the process goes on is part of each expectation: a connection dropped otherwise ends it.
@Suite("A connection that was accepted and is never handled", .fewAtOnce, .timeLimit(.minutes(15)))
struct DroppableChannelTests {
  /// Listens, and drops every connection as soon as it is made.
  private static func listen<Inner: ServerChildChannel>(
    _ inner: Inner, _ body: (Int) async throws -> Void
  ) async throws {
    let channel = DroppableChannel(inner)
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel.setup(channel: $0, logger: logger).map { _ in } }
      .bind(host: "127.0.0.1", port: 0).get()
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(listener.localAddress?.port ?? 0)) } catch {
      outcome = .failure(error)
    }
    try await listener.close()
    try outcome.get()
  }

  private static func production(_ certificates: CertificateStore? = nil) -> ListenerChannel {
    let listen = ListenConfiguration(address: "127.0.0.1", port: 0)
    return ListenerChannel(
      listen, limiter: ConnectionLimiter(listen.limits, trusted: []), certificates: certificates
    ) { _, _, _ in Issue.record("A request was answered.") }
  }

  @Test("is closed without an answer")
  func plain() async throws {
    let bare = HTTP1Channel { _, _, _ in Issue.record("A request was answered.") }
    try await Self.listen(bare) { port in
      for _ in 0..<20 {
        let received = try await RawConnection.with(port: port) { try await $0.receiveAll() }
        #expect(received == "")
      }
    }
    try await Self.listen(Self.production()) { port in
      for _ in 0..<20 {
        let received = try await RawConnection.with(port: port) { try await $0.receiveAll() }
        #expect(received == "")
      }
    }
  }

  @Test("is closed before, in or after its handshake")
  func tls() async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      let files = try certificate.write(to: directory.path)
      let context = try NIOSSLContext(configuration: try certificate.clientConfiguration())
      try await Self.listen(Self.production(CertificateStore(files, offersHTTP2: true))) { port in
        for _ in 0..<20 {
          let received = try? await RawConnection.with(port: port, tls: context) {
            try await $0.receiveAll()
          }
          #expect(received ?? "" == "")
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
            let port = try await LoopbackApplication.run(responder) { port in
              // Not waited for: they arrive while the server stops.
              for _ in 0..<4 {
                Task { try? await RawConnection.with(port: port) { _ = try await $0.receiveAll() } }
              }
              return port
            }
            #expect(port > 0)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
