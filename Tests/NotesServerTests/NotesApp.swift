import AsyncHTTPClient
import FirebaseAuth
import FirebaseCore
import Foundation
import Hummingbird
import LatchkeyHummingbird
import NIOCore
import TestSupport
import Testing

@testable import NotesServer

/// A server on a loopback port, for one test.
struct NotesApp: Sendable {
  let port: Int

  struct Answer: Sendable {
    let status: UInt
    let text: String
  }

  static func run<Context: RequestContext>(
    _ router: Router<Context>, _ body: @Sendable @escaping (NotesApp) async throws -> Void
  ) async throws where Context.Source == ApplicationRequestContextSource {
    try await LoopbackApplication.run(router.buildResponder()) { try await body(NotesApp(port: $0)) }
  }

  /// - Parameter token: of who asks; nil for nobody.
  func send(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil,
    type: String = "text/plain",
    isStreamed: Bool = false
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = .RAW(value: method)
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let body {
      request.headers.add(name: "Content-Type", value: type)
      let buffer = ByteBuffer(string: body)
      request.body =
        isStreamed
        ? .stream(
          AsyncStream {
            $0.yield(buffer); $0.finish()
          }, length: .unknown) : .bytes(buffer)
    }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    return Answer(
      status: response.status.code, text: String(buffer: try await response.body.collect(upTo: 1 << 20)))
  }
}

/// Somebody who signs in with the SDK.
struct NoteUser: Sendable {
  let uid: String
  let token: String
  let auth: Auth

  init(_ email: String, at server: TestServer) async throws {
    let options = FirebaseOptions(
      apiKey: "key", projectID: "example", latchkeyURL: URL(string: server.origin))
    let app = try FirebaseApp.tryConfigure(name: "notes-\(UUID().uuidString)", options: options)
    auth = try Auth.auth(app: app, in: .inMemory())
    let user = try await auth.createUser(withEmail: email, password: "correct horse").user
    uid = user.uid
    token = try await user.getIDToken()
  }
}

extension TestServer {
  func notesVerifier() throws -> IDTokenVerifier {
    var options = IDTokenVerifier.Options()
    let clock = clock
    options.now = { clock.now().date }
    return try IDTokenVerifier(
      project: "example", server: try #require(URL(string: origin)), options: options)
  }
}
