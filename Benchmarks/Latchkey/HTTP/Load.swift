import Foundation

/// A load by wrk.
struct Load {
  /// What wrk says of it.
  struct Figures: Codable, Sendable {
    var requests: Int
    /// Seconds.
    var duration: Double
    /// Milliseconds.
    var p50, p99, max: Double
    /// Answers with a status over 399.
    var refusals: Int
    var socketErrors: Int
    /// How many answers had which status; empty unless they were counted.
    var statuses: [String: Int]

    var requestsPerSecond: Double { Double(requests) / duration }
  }

  /// The address of the server, without a path.
  var server: String
  var path: String
  /// A body in each line.
  var bodies: URL
  var connections: Int
  var seconds: Int
  /// How long each connection waits before it asks, in milliseconds.
  var pause: Int?
  var countsStatuses = false

  func run() async throws -> Figures {
    let script = bodies.deletingLastPathComponent().appending(path: "requests.lua")
    try Data(PackageResources.requests_lua).write(to: script, options: .atomic)
    // It shares the machine with the server: a thread of it does some hundred thousand requests a second.
    let threads = min(Swift.max(ProcessInfo.processInfo.activeProcessorCount / 2, 1), connections)
    var command = [
      "wrk", "-t", "\(threads)", "-c", "\(connections)", "-d", "\(seconds)s", "--timeout", "30s", "-s",
      script.path,
      server, "--", path, bodies.path, "\(threads)",
    ]
    if let pause { command += ["--pause", "\(pause)"] }
    if countsStatuses { command.append("--statuses") }
    return try await OwnThread.run { [command] in
      let output = try CommandRunner.output(of: command)
      guard let line = output.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
        throw CommandFailure(description: "wrk printed no figures: \(output)")
      }
      return try JSONDecoder().decode(Figures.self, from: Data(line.utf8))
    }
  }
}
