public import HummingbirdCore
public import Logging
public import NIOCore
import Synchronization

/// A child channel that allows connections to be dropped before they are handled.
///
/// When a server stops, it drops the connections that it has just accepted. In SwiftNIO, a dropped connection crashes
/// the process, which loses all pending responses (`NIOAsyncWriter` requires a call of `finish()`). This channel closes
/// such a connection instead.
public struct DroppableChannel<Inner: ServerChildChannel>: ServerChildChannel {
  public struct Value: ServerChildChannelValue {
    public let channel: any Channel
    fileprivate let connection: Connection
  }

  /// A connection that is not handled yet. The connection closes if its last reference is released before the
  /// connection is handled.
  fileprivate final class Connection: Sendable {
    let peer: ConnectionPeer
    private let unhandled: Mutex<Inner.Value?>
    private let inner: Inner
    private let logger: Logger

    init(_ value: Inner.Value, from peer: ConnectionPeer, inner: Inner, logger: Logger) {
      unhandled = Mutex(value)
      self.peer = peer
      self.inner = inner
      self.logger = logger
    }

    func take() -> Inner.Value? {
      unhandled.withLock { value in
        defer { value = nil }
        return value
      }
    }

    deinit {
      guard let value = take() else { return }
      value.channel.close(promise: nil)
      // Handling the connection calls the writer's `finish()`. The task is not cancelled: that would drop the streams
      // that an HTTP/2 connection already has, and each stream has its own writer.
      Task { [inner, logger, peer] in
        await ConnectionPeer.$current.withValue(peer) { await inner.handle(value: value, logger: logger) }
      }
    }
  }

  private let inner: Inner

  public init(_ inner: Inner) { self.inner = inner }

  public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let peer = ConnectionPeer(channel)
    return inner.setup(channel: channel, logger: logger).map { [inner] value in
      Value(channel: channel, connection: Connection(value, from: peer, inner: inner, logger: logger))
    }
  }

  public func handle(value: Value, logger: Logger) async {
    guard let taken = value.connection.take() else { return }
    await ConnectionPeer.$current.withValue(value.connection.peer) {
      await inner.handle(value: taken, logger: logger)
    }
  }
}

extension HTTPServerBuilder {
  /// HTTP/1.1 without TLS like `http1()`, for a server that may stop while clients connect.
  public static var droppableHTTP1: HTTPServerBuilder {
    HTTPServerBuilder { responder in DroppableChannel(HTTP1Channel(responder: responder)) }
  }
}
