import Foundation
import IdentityWire
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `latchkey dev` in a process of its own, on a free port.
final class DevServer: Sendable {
  struct NotStarted: Error {
    var output: String
    var error: String
  }

  let port: Int
  /// All that it printed until it listened.
  let banner: String
  private let process: ChildProcess

  var base: String { "http://127.0.0.1:\(port)" }

  /// Starts it and waits for its last line; that it comes through a pipe shows that output is not held back.
  ///
  /// - Parameters:
  ///   - port: where it has to listen by itself; nil tells it a free one.
  ///   - directory: where it is started; nil is the tests' own.
  static func start(_ arguments: [String], port known: Int? = nil, in directory: String? = nil) async throws
    -> DevServer
  {
    let port = try known ?? TestServer.freePort()
    let output = Pipe()
    let scratch = try Scratch()
    try Data().write(to: scratch.url("err"))
    let command = Program.command(
      ["dev"] + (known == nil ? ["--port", String(port)] : []) + arguments, in: directory)
    let process = try ChildProcess(
      command.executable, command.arguments, output: .pipe(output),
      error: .file(FileHandle(forWritingTo: scratch.url("err"))))
    let printed = output.text(keeping: process)
    if await printed.reaches({ $0.contains("Ctrl-C stops the server.") }) {
      return DevServer(port: port, banner: printed.value, process: process)
    }
    throw NotStarted(
      output: printed.value,
      error: try String(contentsOf: scratch.url("err"), encoding: .utf8))
  }

  private init(port: Int, banner: String, process: ChildProcess) {
    self.port = port
    self.banner = banner
    self.process = process
  }

  deinit { process.signal(SIGKILL) }

  /// Sends a signal and waits for the end.
  func stop(_ signal: Int32 = SIGINT) async -> Int32 {
    process.signal(signal)
    return await process.exitStatus()
  }
}

extension DevServer {
  struct Answer: Sendable {
    var status: Int
    var json: JSONValue
    /// The header of a sign-in that failed.
    var diagnostic: String?
  }

  func get(_ path: String) async throws -> Answer { try await send(URLRequest(url: address(path))) }

  func post(_ method: String, _ body: JSONValue) async throws -> Answer {
    var request = URLRequest(url: address("/identitytoolkit.googleapis.com/v1/accounts:\(method)?key=any"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(JSONWriter.text(body).utf8)
    return try await send(request)
  }

  /// Signs in with a provider's credential, given as `id_token` or `access_token`.
  func signIn(_ provider: String, _ kind: String, _ token: String, nonce: String? = nil) async throws
    -> Answer
  {
    let body =
      "\(kind)=\(token)&providerId=\(provider)" + (nonce.map { "&nonce=\($0)" } ?? "")
    return try await post(
      "signInWithIdp",
      ["postBody": .string(body), "requestUri": "http://localhost", "returnSecureToken": true])
  }

  private func address(_ path: String) -> URL { URL(string: base + path) ?? URL(fileURLWithPath: "/") }

  private func send(_ request: URLRequest) async throws -> Answer {
    let (data, response) = try await URLSession.shared.data(for: request)
    return Answer(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      json: (try? JSONParser(maximumDepth: 16).parse(data)) ?? .null,
      diagnostic: (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Latchkey-Diagnostic"))
  }
}
