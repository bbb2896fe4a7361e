import IdentityWire
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// Bodies are read before anything is known of who sends them, and kept until they are whole.
@Suite("T43: bodies that fill the memory", .fewAtOnce)
struct T43BodyMemoryTests {
  /// Sends the headers of a request and most of its body, and never the rest.
  private static func hold(_ server: TestServer, bytes: Int) async throws -> any Channel {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: server.port).get()
    let head =
      "POST /v1/accounts:lookup?key=none HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    try? await channel.writeAndFlush(
      ByteBuffer(string: head + String(repeating: " ", count: bytes))
    ).get()
    return channel
  }

  // Fails when large bodies do not count against `BodyBudget`, and when what was counted is not given back.
  @Test("one network holds 64 MiB of large bodies at most, and small ones are answered meanwhile")
  func largeBodies() async throws {
    try await TestServer.run { server in
      let large = String(repeating: " ", count: 900_000)
      func sendLarge() async throws -> Int {
        try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=key",
          headers: ["Content-Type": "application/json"], body: large
        ).status
      }
      #expect(try await sendLarge() == 400)
      var held: [any Channel] = []
      for _ in 0..<80 { held.append(try await Self.hold(server, bytes: 900_000)) }
      var refusals = 0
      for _ in 0..<100 where refusals == 0 {
        if try await sendLarge() == 429 { refusals += 1 }
      }
      #expect(refusals > 0)
      _ = try await server.signUp("ann@example.com")
      for channel in held { try? await channel.close().get() }
      var answered = 0
      for _ in 0..<200 where answered == 0 {
        if try await sendLarge() == 400 { answered += 1 }
      }
      #expect(answered > 0)
    }
  }
}
