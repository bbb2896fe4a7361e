import Foundation

/// An installation of `latchkey serve` in its own directory, with a project, and with rate limits that no load reaches.
struct BenchmarkInstallation {
  static let project = "bench"
  /// The project's app. The lab's Apple makes tokens for it.
  static let appleApp = "com.example.latchkey"

  let binary: String
  let directory: URL
  let port: UInt16
  let apiKey: String
  private var configuration: String { directory.appending(path: "latchkey.yaml").path }

  /// - Parameters:
  ///   - database: the address of an empty PostgreSQL database; nil for SQLite.
  ///   - parent: the parent of the installation's directory; nil for the system's directory for temporary files.
  init(binary: String, database: String?, parent: String?) throws {
    self.binary = binary
    let above = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    directory = above.appending(path: "latchkey-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = directory.appending(path: "latchkey.yaml").path
    do {
      port = try LoopbackProbe.freePort()
      let text = try Self.configuration(
        port: port, metricsPort: LoopbackProbe.freePort(),
        data: directory.appending(path: "data").path, database: database)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      _ = try CommandRunner.output(of: [binary, "project", "create", Self.project, "--config", file])
      apiKey = try CommandRunner.apiKey(of: Self.project, binary, ["--config", file])
    } catch {
      try? FileManager.default.removeItem(at: directory)
      throw error
    }
  }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  func url(of operation: HTTPOperation) -> String { "http://127.0.0.1:\(port)\(path(of: operation))" }

  /// - Parameter path: the path of an API method, without the API key.
  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)?key=\(apiKey)" }

  func path(of operation: HTTPOperation) -> String { "\(operation.path)?key=\(apiKey)" }

  func serve(timeout: Duration = .seconds(30), environment: [String: String] = [:]) async throws
    -> ServerProcess
  {
    try await ServerProcess(
      binary, ["serve", "--config", configuration], port: port, path: "/readyz",
      log: directory.appending(path: "serve.log"), timeout: timeout, environment: environment)
  }

  /// Starts a development server with a provider lab.
  func lab() async throws -> ServerProcess {
    let port = try LoopbackProbe.freePort()
    return try await ServerProcess(
      binary, ["dev", "--ephemeral", "--port", "\(port)"], port: port, path: "/",
      log: directory.appending(path: "lab.log"))
  }

  /// Makes the project trust the Apple of a lab.
  func trustApple(of lab: ServerProcess) throws {
    _ = try CommandRunner.output(of: [
      binary, "provider", "set", Self.project, "apple.com", "--config", configuration, "--bundle-id",
      Self.appleApp, "--no-web-flow", "--allow-private-addresses", "--jwks-endpoint",
      "http://127.0.0.1:\(lab.port)/lab/apple.com/auth/keys",
    ])
  }

  /// Imports users with password hashes of the same size as Firebase's.
  ///
  /// - Returns: the number of users imported per second.
  func importUsers(_ count: Int) throws -> Double {
    let file = directory.appending(path: "users.json")
    let hash = Data((0..<64).map { UInt8($0) }).base64EncodedString()
    let users = (0..<count).map { index in
      """
      {"localId":"imported\(index)","email":"imported\(index)@example.com","displayName":"Imported \(index)",\
      "passwordHash":"\(hash)","salt":"c2FsdHlzYWx0"}
      """
    }
    try Data(#"{"users":[\#(users.joined(separator: ",\n"))]}"#.utf8).write(to: file)
    let clock = ContinuousClock()
    let start = clock.now
    _ = try CommandRunner.output(of: [
      binary, "users", "import", Self.project, file.path, "--config", configuration, "--hash-algo", "SCRYPT",
      "--hash-key", hash, "--salt-separator", "Bw==", "--rounds", "8", "--mem-cost", "14",
    ])
    return Double(count) / ((clock.now - start) / .seconds(1))
  }

  private static func configuration(port: UInt16, metricsPort: UInt16, data: String, database: String?)
    -> String
  {
    let unlimited = "100000000/1h"
    return """
      publicOrigin: https://\(BenchmarkPasskey.relyingPartyID)
      listen:
        address: 127.0.0.1
        port: \(port)
        limits:
          connectionsPerAddress: 4096
      data:
        directory: '\(data)'
        database: '\(database ?? "sqlite")'
      metrics:
        port: \(metricsPort)
      log:
        level: notice
      abuse:
        passwords:
          tries: 1000
          perAccount: \(unlimited)
          perNetwork: \(unlimited)
        signUpsPerNetwork: \(unlimited)
        signUpsPerProject: \(unlimited)
        sessionsPerAccount: \(unlimited)
        providerQuestionsPerNetwork: \(unlimited)
        passkeyStartsPerNetwork: \(unlimited)
        refreshesPerSession: \(unlimited)
        refreshesPerNetwork: \(unlimited)

      """
  }
}
