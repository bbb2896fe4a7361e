import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Settings

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of a server in short.",
    discussion: """
      Tells of the database its size, schema, projects and users, audit records that wait to be sealed, messages that \
      wait to be delivered, how old the signing keys are and when "latchkey backup" last copied it; and of the server \
      whether it runs on the data directory. With --config or --server the server is asked for /healthz and /readyz; \
      with --server alone nothing else is looked at.

      Nothing is changed or opened, and no master key is needed: it takes some milliseconds. "latchkey doctor" looks for \
      faults instead, and takes longer: it reads the whole database, opens its keys, and looks at the configuration, \
      files, certificate, disk and mail server.

      The exit code is 0 when a server runs and all is well, 69 when none runs, and 70 for a fault, as after a scheduled \
      copy that failed.

      EXAMPLES
        latchkey status --config latchkey.yaml
        latchkey status --data /var/lib/latchkey --json
        latchkey status --server https://auth.example.com

      \(ExitStatus.help)
      """)

  /// How long to wait for the server, in seconds.
  private static let patience: Int64 = 3

  @OptionGroup var data: DataOptions

  @Option(help: ArgumentHelp("The address of a running server to ask.", valueName: "url"))
  var server: String?

  @Flag(help: "For programs.")
  var json = false

  func validate() throws {
    guard server == nil || origin != nil else {
      throw ValidationError("--server needs an address such as http://127.0.0.1:9099, without a path.")
    }
  }

  /// The server's origin, without a slash at its end.
  private var origin: String? {
    guard let server, let url = URLComponents(string: server), let host = url.host, !host.isEmpty,
      ["http", "https"].contains(url.scheme), ["", "/"].contains(url.path), url.user == nil,
      url.query == nil, url.fragment == nil
    else { return nil }
    return server.hasSuffix("/") ? String(server.dropLast()) : server
  }

  func run() async throws {
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    let configuration = data.config.map { ConfigurationOptions.read($0, flags: []).configuration }
    var report = StatusReport(now: now)
    if let configuration { report.schedulesBackups = configuration.backup != nil }
    if server == nil || data.areGiven {
      report.installation = try InstallationStatus(of: data.installation(), now: now)
    }
    if let probe = probe(of: configuration) {
      report.server = await ServerStatus(asking: probe, seconds: Self.patience)
    }
    try Terminal.print(json ? PlainText.json(JSONText.pretty(report.json)) : report.text)
    if let failure = report.failure { throw failure }
  }

  /// The probe of the running server. Mistakes in the configuration are reported elsewhere: the server may
  /// run with an earlier configuration.
  private func probe(of configuration: ServeConfiguration?) -> ServerProbe? {
    if let origin { return ServerProbe(origin: origin) }
    return configuration.map { ServerProbe($0) }
  }
}
