import ArgumentParser
import Foundation
import Logging
import Synchronization

struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run a command, such as tests, with its own development server.",
    discussion: """
      The server starts without users, except for those of --import and --seed, and stores nothing. It replaces \
      Firebase's emulator: ID tokens, provider credentials and custom tokens need no signature. When the server \
      listens, the command runs on this terminal with the environment variables FIREBASE_AUTH_EMULATOR_HOST, \
      GCLOUD_PROJECT and GOOGLE_CLOUD_PROJECT. When the command ends, the server stops. The command receives the \
      signals that this program receives.

      In a Firebase project's directory or its subdirectories, firebase.json sets the port (default: 9099), and \
      .firebaserc sets the project. In other directories, the server uses a free port, and GOOGLE_CLOUD_PROJECT or \
      GCLOUD_PROJECT sets the project. If the command is one argument with spaces, the shell runs it.

      The exit code is that of the command: 128 plus the signal's number if a signal ended the command, 127 if the \
      command does not exist, and 126 if it cannot be run. The codes below apply if the command was not started, or if \
      the export failed after the command succeeded.

      EXAMPLES
        latchkey exec -- npm test
        latchkey exec "npm run build && npm test"
        latchkey exec --project demo-shop -- pytest -q
        latchkey exec --import seed -- npm test

      \(ExitStatus.help)
      """)

  @OptionGroup var options: DevelopmentOptions

  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
  var command: [String] = []

  private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

  func validate() throws {
    guard let first = words.first, !first.isEmpty else {
      throw ValidationError("Add the command to run, for example: latchkey exec -- npm test")
    }
    guard command.first != "--", first.hasPrefix("-") else { return }
    switch first {
    case "-h", "--help": throw CleanExit.helpRequest(self)
    case "--version": throw CleanExit.message(ProgramVersion.text)
    default:
      throw ValidationError(
        "There is no option \(PlainText.line(first.prefix(60))). Write -- before a command that begins with a hyphen."
      )
    }
  }

  func run() async throws {
    let settings = try DevelopmentSettings(options, for: .command, in: .find())
    let plan = try options.seedData.plan()
    var log = Logger(label: "latchkey")
    log.logLevel = .error
    var server = DevelopmentServer(settings: settings, log: log)
    server.follow(plan)
    // The command handles the signals.
    server.stopsOnSignals = false
    server.patience = .seconds(1)
    let command = ChildCommand(words)
    let environment = CommandEnvironment(project: settings.project, host: settings.host, port: settings.port)
    let ended = Ended()
    let run: @Sendable (DevelopmentServer.Listening) async throws -> Void = { listening in
      Terminal.note(
        "latchkey: a development server for the project \(settings.project) at \(listening.origin), "
          + "with \(settings.idTokens.rawValue) ID tokens")
      SignalRelay.hold()
      ended.status.store(try await command.run(environment.variables), ordering: .relaxed)
    }
    do { try await server.run(run) } catch let failure as CommandFailure {
      // The command's failure takes precedence over a failed export.
      guard ended.status.load(ordering: .relaxed) != 0 else { throw failure }
      Terminal.error(failure.message)
    }
    let code = ended.status.load(ordering: .relaxed)
    if code != 0 { throw ExitCode(code) }
  }

  private final class Ended: Sendable {
    let status = Atomic<Int32>(0)
  }
}
