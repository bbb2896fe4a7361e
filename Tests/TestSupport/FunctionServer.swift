import HTTPTypes
import Hummingbird
import IdentityWire
import NIOCore
import Synchronization

/// Plays a project's blocking functions on a loopback port: answers what it was told to, and remembers what it
/// was called with.
public final class FunctionServer: Sendable {
  private struct State {
    var answers: [String: (status: Int, text: String, location: String?)] = [:]
    var messages: [(name: String, jwt: String)] = []
    var events: [String: (isRepeated: Bool, run: @Sendable () async throws -> Void)] = [:]
  }

  private let state = Mutex(State())
  public let port: Int

  private init(port: Int) { self.port = port }

  public func uri(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

  /// What a function answers from now on; `{}` before.
  public func answer(_ name: String, status: Int = 200, location: String? = nil, _ text: String) {
    state.withLock { $0.answers[name] = (status, text, location) }
  }

  /// What happens once, before a function answers next.
  public func beforeNextAnswer(_ name: String, _ event: @Sendable @escaping () async throws -> Void) {
    state.withLock { $0.events[name] = (false, event) }
  }

  /// A step that runs before each answer of a function from now on.
  public func beforeEachAnswer(_ name: String, _ event: @Sendable @escaping () async throws -> Void) {
    state.withLock { $0.events[name] = (true, event) }
  }

  /// The messages that a function was given, in their order.
  public func messages(_ name: String) -> [String] {
    state.withLock { $0.messages.filter { $0.name == name }.map(\.jwt) }
  }

  /// The claims of the messages; nothing is verified.
  public func calls(_ name: String) -> [JSONValue] {
    messages(name).map { (try? UnverifiedJWT($0)).map { .object($0.claims) } ?? .null }
  }

  @discardableResult
  public static func run<Result: Sendable>(
    _ body: @Sendable @escaping (FunctionServer) async throws -> Result
  ) async throws -> Result {
    let server = FunctionServer(port: try TestServer.freePort())
    let router = Router()
    router.post("/{name}") { request, context in
      let buffer = try await request.body.collect(upTo: 1 << 20)
      let json = try JSONParser().parse(Array(buffer.readableBytesView))
      let name = try context.parameters.require("name")
      try await server.takeEvent(of: name)?()
      return server.respond(to: name, json)
    }
    return try await LoopbackApplication.run(router.buildResponder(), port: server.port) { _ in
      try await body(server)
    }
  }

  private func takeEvent(of name: String) -> (@Sendable () async throws -> Void)? {
    state.withLock { state in
      let event = state.events[name]
      if event?.isRepeated == false { state.events[name] = nil }
      return event?.run
    }
  }

  private func respond(to name: String, _ message: JSONValue) -> Response {
    let answer = state.withLock { state in
      state.messages.append((name, message["data"]?["jwt"]?.stringValue ?? ""))
      return state.answers[name] ?? (200, "{}", nil)
    }
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.location] = answer.location
    return Response(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: answer.text)))
  }
}

extension TestServer {
  /// Has the project ask functions of these names.
  public func setFunctions(
    _ functions: FunctionServer, _ names: [String] = ["beforeCreate", "beforeSignIn"],
    forward: [String: JSONValue] = [:]
  ) async throws {
    let triggers = names.map { ($0, JSONValue.object(["functionUri": .string(functions.uri($0))])) }
    let response = try await configure(
      "PATCH", "config?updateMask=blockingFunctions",
      [
        "blockingFunctions": [
          "triggers": .object(Dictionary(triggers) { $1 }), "forwardInboundCredentials": .object(forward),
        ]
      ])
    guard response.status == 200 else { throw TestFailure("the functions were refused: \(response.text)") }
  }
}
