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
      It has nothing of the development server: no provider lab, no inbox, no control interface, no owner without a \
      token. It logs to the error output, one line an event. SIGTERM and Ctrl-C stop it: /readyz says no, running \
      requests finish, and nothing new is accepted. SIGHUP loads a new certificate, if there is one. If PostgreSQL \
      cannot be reached at the start, the server waits for it.

      EXAMPLES
        latchkey serve --config latchkey.yaml
        latchkey serve --config latchkey.yaml --set log.format=text

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    // This comes before anything slow: a service manager may request a reload as soon as the process exists.
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
