import Foundation
import Testing

@Suite("What is handed to operators beside the program")
struct DeploymentTests {
  private static func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("the Dockerfile installs what the Makefile needs for building, and builds as it does")
  func dockerfile() throws {
    let makefile = try Self.text("Makefile")
    let dockerfile = try Self.text("deploy/Dockerfile")
    let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("BUILD_PACKAGES :=") })
    let packages = line.split(separator: " ").dropFirst(2)
    #expect(packages.count > 3)
    for package in packages { #expect(dockerfile.contains(package), "\(package)") }
    #expect(makefile.contains("-Xcc -O2") && dockerfile.contains("-Xcc -O2"))
  }

  @Test("the unit runs commands that there are, and gives the server the time that it asks for")
  func unit() async throws {
    let unit = try Self.text("deploy/latchkey.service")
    for line in unit.split(separator: "\n") where line.hasPrefix("ExecStart") {
      let words = line.split(separator: " ").dropFirst()
      let command = words.prefix { !$0.hasPrefix("--") }.map(String.init)
      #expect(try await Program.run(command + ["--help"]).status == 0, "\(line)")
    }
    #expect(unit.contains("TimeoutStopSec=90") && unit.contains("RestartPreventExitStatus=64 74 78"))
  }

  @Test("the dashboard asks for metrics that the server has")
  func dashboard() async throws {
    let dashboard = try Self.text("docs/grafana-dashboard.json")
    let names = Set(dashboard.matches(of: /latchkey_[a-z_]+|process_[a-z_]+/).map { String($0.output) })
    #expect(names.count > 8)
    let server = try await ServeProcess.start(in: Scratch())
    _ = try await server.call("signUp", [:])
    let metrics = try await server.get("http://127.0.0.1:\(server.watchPort)/metrics").text
    // Of a server with TLS alone.
    for name in names where !name.hasPrefix("latchkey_tls_") { #expect(metrics.contains(name), "\(name)") }
    #expect(await server.stop() == 0)
  }
}
