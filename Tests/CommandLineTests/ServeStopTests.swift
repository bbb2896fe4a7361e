import NIOCore
import NIOPosix
import TestSupport
import Testing

@Suite("latchkey serve, stopped", .fewAtOnce)
struct ServeStopTests {
  // Fails when the deadlines of a request do not end with a stop: the request is cut off then.
  @Test("A request that never ends keeps no server from stopping in order")
  func unfinishedRequest() async throws {
    let scratch = try Scratch()
    let server = try await ServeProcess.start(timeouts: "drain: 100ms, shutdown: 6s", in: scratch)
    let head =
      "POST /v1/accounts:lookup?key=none HTTP/1.1\r\nHost: auth.example.com\r\n"
      + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    // Sent as soon as the connection is there: a server ends one that says nothing for a while.
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: server.port)
      .flatMap { channel in channel.writeAndFlush(ByteBuffer(string: head)).map { channel } }
      .get()
    #expect(try await server.get("\(server.base)/healthz").status == 200)
    #expect(await server.stop() == 0, "\(server.log)")
    #expect(server.log.contains("\"stopped\"") && !server.log.contains("cut off"), "\(server.log)")
    try? await channel.close().get()
  }
}
