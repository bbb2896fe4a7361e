import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A connection over which bytes go as they are. One task at a time reads from it.
final class RawConnection: @unchecked Sendable {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

  private init(
    inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.inbound = inbound
    self.outbound = outbound
  }

  /// - Parameter tls: nil speaks plain TCP.
  static func with<Result>(
    port: Int, tls: NIOSSLContext? = nil, _ body: (RawConnection) async throws -> Result
  ) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: tls, serverHostname: nil))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    var outcome: Swift.Result<Result, any Error>?
    do {
      try await channel.executeThenClose { inbound, outbound in
        let connection = RawConnection(inbound: inbound.makeAsyncIterator(), outbound: outbound)
        do { outcome = .success(try await body(connection)) } catch { outcome = .failure(error) }
      }
    } catch {
      // The server may have closed first.
      guard outcome != nil else { throw error }
    }
    guard let outcome else { throw TestFailure("the connection did not open") }
    return try outcome.get()
  }

  func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }
  func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

  /// What comes until it holds a text; all that came when the server closes before.
  func receive(until end: String) async throws -> String {
    var received = ""
    while !received.contains(end) {
      do {
        guard let part = try await inbound.next() else { return received }
        received += String(buffer: part)
      } catch {
        // Closed without a word.
        return received
      }
    }
    return received
  }

  /// All that comes until the server closes.
  func receiveAll() async throws -> String { try await receive(until: "\u{0}") }

  /// Sends a request and reads an answer whose body ends with a brace.
  func get(_ path: String) async throws -> String {
    try await send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    return try await receive(until: "\"}")
  }
}
