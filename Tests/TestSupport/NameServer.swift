import NIOCore
import NIOPosix
import Synchronization

/// A name server on loopback that answers questions for TXT records, also in ways that no good one does.
public final class NameServer: Sendable {
  public enum Reply: Sendable {
    /// One record each, in character-strings of at most 255 bytes.
    case texts([String])
    /// There is no such name.
    case missing
    /// The name has other records.
    case empty
    /// A response code, such as 2 (SERVFAIL).
    case failure(UInt8)
    /// A server that knows no options (RFC 6891): it answers questions with one by a header alone (FORMERR).
    case withoutOptions([String])
    /// An answer to a question that was not asked: its id is another.
    case wrongID([String])
    /// The same, and then the right one.
    case wrongIDFirst([String])
    /// An answer about another name.
    case otherName([String])
    /// An answer whose end is missing.
    case cutOff([String])
    /// A record that says it is longer than it is.
    case lying
    case garbage([UInt8])
    /// By TCP alone: the datagram says that it is truncated.
    case stream([String])
    /// The same, but TCP gets no answer.
    case silentStream
    /// The same, but TCP gets only the beginning of the answer.
    case begunStream([String])
    case silence
  }

  private let replies: [String: Reply]
  private let asked = Mutex<[String]>([])
  private let channel = Mutex<(any Channel)?>(nil)

  /// What was asked: a name and the number of a type, such as `example.com 16` for its TXT records.
  public var questions: Set<String> { asked.withLock { Set($0) } }
  /// The number of questions, also repeated ones.
  public var count: Int { asked.withLock { $0.count } }
  /// As `SystemTextRecords` takes it.
  public var address: String { "127.0.0.1:\(channel.withLock { $0?.localAddress?.port } ?? 0)" }

  private init(_ replies: [String: Reply]) { self.replies = replies }

  /// - Parameter replies: by name, in lower case. Other names are missing.
  public static func run<Result>(_ replies: [String: Reply], _ body: (NameServer) async throws -> Result)
    async throws -> Result
  {
    let server = NameServer(replies)
    let (datagrams, streams) = try await server.listen()
    server.channel.withLock { $0 = datagrams }
    let outcome: Swift.Result<Result, any Error>
    do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
    try? await datagrams.close()
    try? await streams.close()
    return try outcome.get()
  }

  /// Both on one port, which the system has to have free for both.
  private func listen() async throws -> (any Channel, any Channel) {
    let group = MultiThreadedEventLoopGroup.singleton
    for _ in 0..<50 {
      let datagrams = try await DatagramBootstrap(group: group)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(DatagramHandler(server: self))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      let streams = try? await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(StreamHandler(server: self))
          }
        }
        .bind(host: "127.0.0.1", port: datagrams.localAddress?.port ?? 0).get()
      if let streams { return (datagrams, streams) }
      try await datagrams.close()
    }
    throw TestFailure("no port is free for datagrams and streams")
  }

  // MARK: Messages

  /// The messages that answer a query, in order.
  private func answers(to query: [UInt8], byStream: Bool) -> [[UInt8]] {
    guard let question = Question(query) else { return [] }
    asked.withLock { $0.append("\(question.name) \(question.type)") }
    func message(
      _ texts: [String] = [], code: UInt8 = 0, isTruncated: Bool = false, id: [UInt8]? = nil,
      name: [UInt8]? = nil
    ) -> [UInt8] {
      var bytes: [UInt8] = id ?? Array(query[..<2])
      bytes += [isTruncated ? 0x83 : 0x81, 0x80 | code, 0, 1, 0, UInt8(texts.count), 0, 0, 0, 0]
      bytes += name ?? question.encodedName
      bytes += query[question.nameEnd..<question.nameEnd + 4]
      for text in texts { bytes += Self.record(of: Array(text.utf8)) }
      return bytes
    }
    let wrongID = [query[0] ^ 1, query[1]]
    switch replies[question.name] ?? .missing {
    case .texts(let texts): return [message(texts)]
    case .missing: return [message(code: 3)]
    case .empty: return [message()]
    case .failure(let code): return [message(code: code)]
    case .withoutOptions(let texts):
      guard query[11] == 0 else { return [Array(query[..<2]) + [0x81, 0x81, 0, 0, 0, 0, 0, 0, 0, 0]] }
      return [message(texts)]
    case .wrongID(let texts): return [message(texts, id: wrongID)]
    case .wrongIDFirst(let texts): return [message(["wrong"], id: wrongID), message(texts)]
    case .otherName(let texts): return [message(texts, name: Array("\u{5}other\0".utf8))]
    case .cutOff(let texts): return [message(texts).dropLast(3)]
    case .lying:
      var bytes = message(["abc"])
      bytes[bytes.count - 4] = 200
      return [bytes]
    case .garbage(let bytes): return [Array(query[..<2]) + bytes]
    case .stream(let texts): return [byStream ? message(texts) : message(isTruncated: true)]
    case .silentStream: return byStream ? [] : [message(isTruncated: true)]
    case .begunStream(let texts): return [byStream ? message(texts) : message(isTruncated: true)]
    case .silence: return []
    }
  }

  /// True if the answer to a query by TCP has no end.
  private func isBegun(_ query: [UInt8]) -> Bool {
    guard let name = Question(query)?.name, case .begunStream = replies[name] else { return false }
    return true
  }

  private static func record(of text: [UInt8]) -> [UInt8] {
    let starts = text.isEmpty ? [0] : Array(stride(from: 0, to: text.count, by: 255))
    var data: [UInt8] = []
    for start in starts {
      let part = text[start..<min(start + 255, text.count)]
      data.append(UInt8(part.count))
      data += part
    }
    var record: [UInt8] = [0xC0, 12, 0, 16, 0, 1, 0, 0, 0, 60]
    record += [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
    record += data
    return record
  }

  /// The one question of a query.
  private struct Question {
    var name: String
    var encodedName: [UInt8]
    var nameEnd: Int
    var type: Int

    init?(_ query: [UInt8]) {
      var position = 12
      var labels: [String] = []
      while position < query.count, query[position] != 0 {
        let end = position + 1 + Int(query[position])
        guard end < query.count else { return nil }
        labels.append(String(decoding: query[position + 1..<end], as: UTF8.self).lowercased())
        position = end
      }
      nameEnd = position + 1
      guard nameEnd + 4 <= query.count else { return nil }
      name = labels.joined(separator: ".")
      encodedName = Array(query[12..<nameEnd])
      type = Int(query[nameEnd]) << 8 | Int(query[nameEnd + 1])
    }
  }

  private final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let server: NameServer

    init(server: NameServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let query = unwrapInboundIn(data)
      for answer in server.answers(to: Array(buffer: query.data), byStream: false) {
        let envelope = AddressedEnvelope(remoteAddress: query.remoteAddress, data: ByteBuffer(bytes: answer))
        context.writeAndFlush(wrapOutboundOut(envelope), promise: nil)
      }
    }
  }

  private final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: NameServer
    private var received: [UInt8] = []

    init(server: NameServer) { self.server = server }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += Array(buffer: unwrapInboundIn(data))
      guard received.count >= 2 else { return }
      let length = Int(received[0]) << 8 | Int(received[1])
      guard received.count >= 2 + length else { return }
      let query = Array(received[2..<2 + length])
      received.removeFirst(2 + length)
      for answer in server.answers(to: query, byStream: true) {
        var framed = [UInt8(answer.count >> 8), UInt8(answer.count & 0xFF)]
        framed += server.isBegun(query) ? answer.dropLast() : answer
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: framed)), promise: nil)
      }
    }
  }
}
