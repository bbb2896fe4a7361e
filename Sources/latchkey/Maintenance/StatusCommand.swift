import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Settings

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show a summary of a server's state.",
    discussion: """
      For the database, shows the size, the schema, the numbers of projects and users, the audit records that are not \
      sealed yet, the messages that are not delivered yet, the age of the signing keys, and the time of the last copy by \
      "latchkey backup". For the server, shows whether it runs on the data directory. With --config or --server, also \
      asks the server for /healthz and /readyz. With --server alone, shows only the server's answers.

      The command changes nothing, needs no master key, and takes some milliseconds. "latchkey doctor" searches for \
      faults and takes longer: it reads the whole database, decrypts its keys, and checks the configuration, files, \
      certificate, disk and mail server.

      The exit code is 0 if a server runs without faults, 69 if no server runs, and 70 for a fault, such as a failed \
      scheduled copy.

      EXAMPLES
        latchkey status --config latchkey.yaml
        latchkey status --data /var/lib/latchkey --json
        latchkey status --server https://auth.example.com

      \(ExitStatus.help)
      """)

  /// The time to wait for the server, in seconds.
  private static let patience: Int64 = 3

  @OptionGroup var data: DataOptions

  @Option(help: ArgumentHelp("The address of a running server to ask.", valueName: "url"))
  var server: String?

  @Flag(help: "Print JSON, for programs.")
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
