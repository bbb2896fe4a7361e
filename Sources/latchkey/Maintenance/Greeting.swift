import NIOCore
import NIOPosix

/// Connects to another server and reads its first line.
enum Greeting {
  enum Failure: Error, CustomStringConvertible {
    case unreachable(String)
    case other(String)

    var description: String {
      switch self {
      case .unreachable(let reason): reason
      case .other(let text): "it says \"\(text)\""
      }
    }
  }

  /// - Parameter beginning: the expected beginning of the greeting; nil if a connection is enough.
  static func await(host: String, port: Int, beginsWith beginning: String?, seconds: Int64)
    async throws(Failure)
  {
    let said: String
    do {
      said = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.seconds(seconds))
        .connect(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            channel.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
            return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }.executeThenClose { inbound, _ in
          guard beginning != nil else { return "" }
          for try await part in inbound { return String(buffer: part) }
          return ""
        }
    } catch let error as NIOConnectionError {
      throw .unreachable(error.connectionErrors.isEmpty ? "there is no such name" : "it cannot be reached")
    } catch {
      throw .unreachable("it cannot be reached")
    }
    guard let beginning, !said.hasPrefix(beginning) else { return }
    throw said.isEmpty
      ? .unreachable("it says nothing") : .other(String(said.prefix(60)).filter { !$0.isNewline })
  }
}
