import NIOCore
import NIOPosix

extension TestServer {
  /// Sends bytes as they are over a connection of their own and reads until the server closes it, for
  /// requests that no HTTP library would send. The request has to ask for the connection to be closed.
  ///
  /// - Returns: what came back; empty when the server closed without a word.
  public func sendRaw(_ text: String) async throws -> String {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      // A server that has read enough closes early: then there is nothing to write to.
      try? await outbound.write(ByteBuffer(string: text))
      var answer = ""
      do {
        for try await part in inbound { answer += String(buffer: part) }
      } catch {
        return answer
      }
      return answer
    }
  }
}
