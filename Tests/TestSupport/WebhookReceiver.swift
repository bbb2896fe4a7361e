import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Receives what a webhook delivers, on a loopback port.
public final class WebhookReceiver: Sendable {
  public struct Delivery: Sendable {
    public var headers: HTTPFields
    public var body: String

    public func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
  }

  /// What a delivery is answered with, by what it is.
  public typealias Rule = @Sendable (Delivery) -> (status: Int, body: String)

  private struct State {
    var deliveries: [Delivery] = []
    var statuses: [Int] = []
    var rule: Rule?
  }

  private let state = Mutex(State())
  private let stream = AsyncStream<Delivery>.makeStream()
  public let port: Int

  private init(port: Int) { self.port = port }

  public var url: String { "http://127.0.0.1:\(port)/hook" }
  public var deliveries: [Delivery] { state.withLock { $0.deliveries } }

  /// Waits for the first delivery that matches, of those that nobody waited for yet.
  public func first(where matches: @Sendable (Delivery) -> Bool) async -> Delivery? {
    await stream.stream.first(where: matches)
  }

  /// What the next deliveries are answered with, one after the other; 200 after that.
  public func answer(_ statuses: Int...) { state.withLock { $0.statuses = statuses } }

  /// What deliveries are answered with for which there is no status; nil for 200 and nothing.
  public func answer(by rule: Rule?) { state.withLock { $0.rule = rule } }

  @discardableResult
  public static func run<Result: Sendable>(
    _ body: @Sendable @escaping (WebhookReceiver) async throws -> Result
  ) async throws -> Result {
    let receiver = WebhookReceiver(port: try TestServer.freePort())
    let router = Router()
    router.post("/hook") { request, _ in
      let buffer = try await request.body.collect(upTo: 1 << 22)
      let delivery = Delivery(headers: request.headers, body: String(buffer: buffer))
      receiver.stream.continuation.yield(delivery)
      let (status, body) = receiver.state.withLock { state in
        state.deliveries.append(delivery)
        if !state.statuses.isEmpty { return (state.statuses.removeFirst(), "") }
        return state.rule?(delivery) ?? (200, "")
      }
      return Response(
        status: .init(code: status),
        body: body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(string: body)))
    }
    return try await LoopbackApplication.run(router.buildResponder(), port: receiver.port) { _ in
      try await body(receiver)
    }
  }
}
