import Hummingbird
import Identity
import NIOCore
import Synchronization
import TestSupport

/// A service on loopback that takes every token as often as it comes, and answers what it is told to.
final class StubCaptchaService: Sendable {
  private let answer = Mutex((status: 200, text: "{}"))
  private let port = Mutex(0)

  static func run(_ body: @Sendable @escaping (StubCaptchaService) async throws -> Void) async throws {
    let service = StubCaptchaService()
    let router = Router()
    router.post("/siteverify") { request, _ in
      _ = try await request.body.collect(upTo: 1 << 16)
      let (status, text) = service.answer.withLock { $0 }
      return Response(
        status: .init(code: status), headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(string: text)))
    }
    try await LoopbackApplication.run(router.buildResponder()) { port in
      service.port.withLock { $0 = port }
      try await body(service)
    }
  }

  func answer(_ text: String, status: Int = 200) { answer.withLock { $0 = (status, text) } }

  /// Has the project ask this service.
  func use(in server: TestServer) async throws {
    let address = "http://127.0.0.1:\(port.withLock { $0 })/siteverify"
    try await server.requireCaptcha(of: .turnstile) { $0.verifyURL = address }
  }
}
