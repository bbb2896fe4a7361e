import Foundation

/// The data of a development server with many users, in its own directory.
struct ConsoleInstallation {
  static let project = "bench"

  let binary: String
  let directory: URL
  private var data: String { directory.appending(path: "data").path }

  /// - Parameter parent: the parent of the installation's directory; nil for the system's directory for temporary
  ///   files.
  init(binary: String, parent: String?) throws {
    self.binary = binary
    let above = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    directory = above.appending(path: "latchkey-console-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      _ = try CommandRunner.output(of: [binary, "project", "create", Self.project, "--data", data])
    } catch {
      remove()
      throw error
    }
  }

  func apiKey() throws -> String { try CommandRunner.apiKey(of: Self.project, binary, ["--data", data]) }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  func start() async throws -> ServerProcess {
    let port = try LoopbackProbe.freePort()
    return try await ServerProcess(
      binary, ["dev", "--port", "\(port)", "--data", data, "--project", Self.project], port: port,
      path: "/readyz",
      log: directory.appending(path: "dev.log"), timeout: .seconds(60))
  }

  /// Imports users with mail addresses. Every third has a Google account, every tenth a phone number, and every
  /// hundredth is disabled.
  ///
  /// - Returns: the number of users imported per second.
  func importUsers(_ count: Int) throws -> Double {
    let file = directory.appending(path: "users.json")
    try Data(#"{"users":["#.utf8).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    for start in stride(from: 0, to: count, by: 10_000) {
      let lines = (start..<min(count, start + 10_000)).map(Self.user)
      try handle.write(contentsOf: Data(((start > 0 ? "," : "") + lines.joined(separator: ",\n")).utf8))
    }
    try handle.write(contentsOf: Data("]}".utf8))
    let clock = ContinuousClock()
    let start = clock.now
    _ = try CommandRunner.output(of: [binary, "users", "import", Self.project, file.path, "--data", data])
    try FileManager.default.removeItem(at: file)
    return Double(count) / ((clock.now - start) / .seconds(1))
  }

  private static func user(_ index: Int) -> String {
    var members = [
      #""localId":"u\#(index)","email":"user\#(index)@example.com","displayName":"Person \#(index)""#,
      #""createdAt":"\#(1_700_000_000_000 + index * 1_000)""#,
    ]
    if index.isMultiple(of: 3) {
      members.append(#""providerUserInfo":[{"providerId":"google.com","rawId":"g\#(index)"}]"#)
    }
    if index.isMultiple(of: 10) { members.append(#""phoneNumber":"+1555\#(1_000_000 + index)""#) }
    if index.isMultiple(of: 100) { members.append(#""disabled":true"#) }
    return "{" + members.joined(separator: ",") + "}"
  }
}
