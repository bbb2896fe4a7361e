import Foundation
import IdentityWire
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `latchkey serve` in a process of its own.
final class ServeProcess: Sendable {
  typealias NotStarted = LoggedProcess.NotStarted

  let port: Int
  let watchPort: Int
  let scratch: Scratch
  let key: String
  private let process: LoggedProcess

  var base: String { "http://127.0.0.1:\(port)" }
  var configuration: String { scratch.url("latchkey.yaml").path }
  var log: String { process.log }

  /// Makes an installation with a project, and starts a server on it.
  ///
  /// - Parameters:
  ///   - more: further lines of the configuration's section `listen`.
  ///   - timeouts: those of the listener.
  ///   - metrics: another section of that name.
  ///   - sections: further sections.
  static func start(
    listen more: String = "", timeouts: String = "drain: 100ms", metrics: String? = nil,
    sections: String = "", in scratch: Scratch
  ) async throws -> ServeProcess {
    let made = try await Program.run("project", "create", "my-app", "--data", scratch.data)
    guard made.status == 0, let key = made.output.split(separator: " ").last else {
      throw NotStarted(log: made.error, status: made.status)
    }
    let (port, watchPort) = (try TestServer.freePort(), try TestServer.freePort())
    let text = """
      publicOrigin: https://auth.example.com
      listen:
        port: \(port)
        timeouts: {\(timeouts)}
      \(more)
      data: {directory: data}
      metrics: \(metrics ?? "{port: \(watchPort)}")
      \(sections)
      """
    try Data(text.utf8).write(to: scratch.url("latchkey.yaml"))
    chmod(scratch.url("latchkey.yaml").path, 0o600)
    return ServeProcess(
      port: port, watchPort: watchPort, scratch: scratch,
      key: key.trimmingCharacters(in: .whitespacesAndNewlines),
      process: try await .server(["serve", "--config", scratch.url("latchkey.yaml").path]))
  }

  private init(
    port: Int, watchPort: Int, scratch: Scratch, key: String, process: LoggedProcess
  ) {
    self.port = port
    self.watchPort = watchPort
    self.scratch = scratch
    self.key = key
    self.process = process
  }

  /// Waits until the log holds a text, or the process has ended.
  func logs(_ text: String) async -> Bool { await process.logs(text) }

  func signal(_ number: Int32) { process.signal(number) }

  func stop(_ number: Int32 = SIGTERM) async -> Int32 {
    signal(number)
    return await process.exitStatus()
  }

  func get(_ url: String) async throws -> (status: Int, text: String) {
    guard let url = URL(string: url) else { return (0, "") }
    let (data, response) = try await URLSession.shared.data(from: url)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  func call(_ operation: String, _ body: JSONValue) async throws -> (status: Int, json: JSONValue) {
    guard let url = URL(string: "\(base)/v1/accounts:\(operation)?key=\(key)") else { return (0, .null) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(JSONWriter.text(body).utf8)
    let (data, response) = try await URLSession.shared.data(for: request)
    return (
      (response as? HTTPURLResponse)?.statusCode ?? 0,
      (try? JSONParser(maximumDepth: 16).parse(data)) ?? .null
    )
  }
}

/// Writes cert.pem and key.pem.
func makeCertificate(_ name: String, in scratch: Scratch) async throws {
  let status = try await ChildProcess.run(
    URL(fileURLWithPath: "/usr/bin/openssl"),
    [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
      "-subj", "/CN=\(name)", "-keyout", scratch.url("key.pem").path, "-out", scratch.url("cert.pem").path,
    ], output: .null, error: .null)
  guard status == 0 else {
    throw ServeProcess.NotStarted(log: "no certificate", status: -1)
  }
  chmod(scratch.url("key.pem").path, 0o600)
}
