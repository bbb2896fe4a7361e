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
  static func start(_ arguments: [String], port: Int? = nil) async throws -> DevServer {
    let port = try port ?? freePort()
    let output = Pipe()
    let scratch = try Scratch()
    try Data().write(to: scratch.url("err"))
    let (parts, continuation) = AsyncStream.makeStream(of: Data.self)
    output.fileHandleForReading.readabilityHandler = { handle in
      let part = handle.availableData
      if part.isEmpty { handle.readabilityHandler = nil }
      part.isEmpty ? continuation.finish() : { _ = continuation.yield(part) }()
    }
    let process = try ChildProcess(
      Program.url, ["dev", "--port", String(port)] + arguments, output: .pipe(output),
      error: .file(FileHandle(forWritingTo: scratch.url("err"))))
    var printed = Data()
    for await part in parts {
      printed += part
      let text = String(decoding: printed, as: UTF8.self)
      if text.contains("Ctrl-C stops the server.") {
        return DevServer(port: port, banner: text, process: process)
      }
    }
    throw NotStarted(
      output: String(decoding: printed, as: UTF8.self),
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

  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return Int(UInt16(bigEndian: address.sin_port))
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
