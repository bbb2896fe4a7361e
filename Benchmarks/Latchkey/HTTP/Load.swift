import Foundation

/// A load on the server, made by wrk.
struct Load {
  /// The figures that wrk prints.
  struct Figures: Codable, Sendable {
    var requests: Int
    /// The duration in seconds.
    var duration: Double
    /// Latencies in milliseconds.
    var p50, p99, max: Double
    /// The number of answers with a status over 399.
    var refusals: Int
    var socketErrors: Int
    /// The number of answers by status; empty if they were not counted.
    var statuses: [String: Int]

    var requestsPerSecond: Double { Double(requests) / duration }
  }

  /// The address of the server, without a path.
  var server: String
  var path: String
  /// A file with one request body in each line.
  var bodies: URL
  var connections: Int
  var seconds: Int
  /// The time in milliseconds that each connection waits before each request.
  var pause: Int?
  var countsStatuses = false

  func run() async throws -> Figures {
    let script = bodies.deletingLastPathComponent().appending(path: "requests.lua")
    try Data(PackageResources.requests_lua).write(to: script, options: .atomic)
    // wrk shares the machine with the server. One of its threads makes some hundred thousand requests per second.
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
