import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import Operations
import Server
import ServiceLifecycle
import Settings
import Telemetry

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run the server for real users.",
    discussion: """
      The server has none of the development server's features: no provider lab, no inbox, no control interface, and no \
      owner token. It logs to standard error, one event on each line. SIGTERM and Ctrl-C stop the server: /readyz reports \
      that it is not ready, running requests are completed, and new requests are refused. SIGHUP loads a new certificate, \
      if there is one. If PostgreSQL cannot be reached at the start, the server waits for it.

      EXAMPLES
        latchkey serve --config latchkey.yaml
        latchkey serve --config latchkey.yaml --set log.format=text

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    // Does this before any slow work: a service manager may request a reload as soon as the process exists.
    let reload = await ReloadSignal.caught()
    let reading = options.read()
    let problems = reading.problems + StartChecks.problems(reading)
    let mistakes = problems.filter { $0.severity == .mistake }
    guard mistakes.isEmpty else { throw CommandFailure(mistakes: mistakes, in: options.file) }
    let configuration = reading.configuration
    let log = Self.logger(configuration.log)
    for warning in problems { log.warning("\(warning.key): \(warning.reason) \(warning.fix)") }
    try await ServeProgram(configuration: configuration, reload: reload, log: log).run()
    withExtendedLifetime(reload) {}
  }

  private static func logger(_ configuration: LogConfiguration) -> Logger {
    let handler = LineLogHandler(
      format: configuration.format == .json ? .json : .text,
      level: Logger.Level(rawValue: configuration.level.rawValue) ?? .info, output: .standardError)
    LogSwitch.use(handler)
    return Logger(label: "latchkey", factory: { _ in handler })
  }
}
