import Foundation
import Testing
import TestTools

@Suite("What is handed to operators beside the program")
struct DeploymentTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.url(path), encoding: .utf8)
  }

  @Test("the Dockerfile installs what the Makefile needs for building, and builds as it does")
  func dockerfile() throws {
    let makefile = try Self.text("Makefile")
    let dockerfile = try Self.text("deploy/Dockerfile")
    let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("BUILD_PACKAGES :=") })
    let packages = line.split(separator: " ").dropFirst(2)
    #expect(packages.count > 3)
    for package in packages { #expect(dockerfile.contains(package), "\(package)") }
    #expect(makefile.contains("RELEASE_FLAGS := -c release --static-swift-stdlib"))
    #expect(dockerfile.contains("Tools/build release --product latchkey -- -c release --static-swift-stdlib"))
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

  /// The page of metrics of a server that was asked something.
  private static func metrics() async throws -> String {
    let server = try await ServeProcess.start(in: Scratch())
    _ = try await server.call("signUp", [:])
    let metrics = try await server.get("http://127.0.0.1:\(server.watchPort)/metrics").text
    #expect(await server.stop() == 0)
    return metrics
  }

  // Fails when a metric is renamed in the server alone, and when a series begins with its first event: a rate misses that.
  @Test("the dashboard and the alerts ask for metrics and outcomes that the server has")
  func metrics() async throws {
    let metrics = try await Self.metrics()
    #expect(metrics.contains("\nlatchkey_ready 1\n"))
    for file in ["docs/grafana-dashboard.json", "docs/prometheus-alerts.yaml"] {
      let text = try Self.text(file)
      let names = Set(text.matches(of: /\b(?:latchkey|process)_[a-z_]+/).map { String($0.output) })
      #expect(names.count > 8)
      // Of a server with TLS, and of one with a schedule of backups.
      for name in names where !name.hasPrefix("latchkey_tls_") && !name.hasPrefix("latchkey_backup_") {
        #expect(metrics.contains("\n\(name)"), "\(file): \(name)")
      }
      for match in text.matches(of: /(latchkey_[a-z_]+)\{[^}]*outcome[=!]~?\\?"([a-z_|]+)\\?"/)
      where match.1 != "latchkey_sign_ins_total" {
        for outcome in match.2.split(separator: "|") {
          #expect(
            try metrics.contains(Regex("\n\(match.1)\\{[^}]*outcome=\"\(outcome)\"\\} ")),
            "\(match.0): \(outcome)")
        }
      }
    }
  }

  // Fails when an alert lacks what says how bad it is, what it means or what to do.
  @Test("each alert has a severity, a sentence that says what is wrong, and one that says what to do")
  func alerts() throws {
    let text = try Self.text("docs/prometheus-alerts.yaml")
    let alerts = text.split(separator: "- alert: ").dropFirst()
    #expect(alerts.count >= 10)
    #expect(Set(alerts.map { $0.prefix { $0 != "\n" } }).count == alerts.count)
    for alert in alerts {
      #expect(alert.contains(/expr: \S/) && alert.contains(/severity: (critical|warning)\}/), "\(alert)")
      #expect(alert.contains(/summary: ".+\."\n/) && alert.contains(/action: ".+\."\n/), "\(alert)")
    }
    // Anybody can have a mail refused by its recipient's server: one is no loss.
    let lost = try #require(alerts.first { $0.hasPrefix("LatchkeyMessagesLost") })
    #expect(!lost.contains("given_up") && !lost.contains("!~"))
    // Of several installations with one job, each has copies of its own.
    let backup = try #require(alerts.first { $0.hasPrefix("LatchkeyBackupOld") })
    #expect(!backup.contains(" by ("))
    let manual = try Self.text("docs/operating.md")
    #expect(manual.contains("](prometheus-alerts.yaml)") && manual.contains("](grafana-dashboard.json)"))
  }
}
