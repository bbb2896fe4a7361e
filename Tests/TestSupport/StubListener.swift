import NIOCore
import NIOPosix
import Synchronization

/// A TCP port that counts who connects, and answers each with the same bytes if it was given any: a machine
/// that must not be reached, or a server that answers in a way that no good one does.
public final class StubListener: Sendable {
  private let seen = Mutex<(connections: Int, text: String)>((0, ""))
  private let answer: String?
  private let drip: String?
  private let channel = Mutex<(any Channel)?>(nil)

  public var connections: Int { seen.withLock { $0.connections } }
  /// What was sent by everybody.
  public var received: String { seen.withLock { $0.text } }
  public var port: Int { channel.withLock { $0?.localAddress?.port } ?? 0 }

  private init(answer: String?, drip: String?) {
    self.answer = answer
    self.drip = drip
  }

  /// - Parameters:
  ///   - answer: a whole HTTP response, made when the port is known; nil closes the connection.
  ///   - drip: what follows the answer fifty times a second, for as long as the connection is open.
  public static func run<Result>(
    answering answer: String? = nil, drip: String? = nil, _ body: (StubListener) async throws -> Result
  ) async throws -> Result {
    let listener = StubListener(answer: answer, drip: drip)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(listener: listener))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    listener.channel.withLock { $0 = channel }
    do {
      let result = try await body(listener)
      try await channel.close()
      return result
    } catch {
      try? await channel.close()
      throw error
    }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let listener: StubListener
    private var hasAnswered = false

    init(listener: StubListener) { self.listener = listener }

    func channelActive(context: ChannelHandlerContext) {
      listener.seen.withLock { $0.connections += 1 }
      if listener.answer == nil { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let text = String(buffer: unwrapInboundIn(data))
      listener.seen.withLock { $0.text += text }
      guard let answer = listener.answer, !hasAnswered else { return }
      hasAnswered = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
      guard let drip = listener.drip else { return }
      let channel = context.channel
      context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(20)) { task in
        guard channel.isActive else { return task.cancel() }
        channel.writeAndFlush(ByteBuffer(string: drip), promise: nil)
      }
    }
  }
}
