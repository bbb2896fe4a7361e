import ArgumentParser

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check and show the configuration of a server for real users.",
    discussion: """
      Settings come from a file, from the environment (LATCHKEY_LISTEN_PORT for listen.port) and from --set. The \
      environment overrides the file, and --set overrides both. Secrets come from separate files or from the environment.

      EXAMPLES
        latchkey config check --config latchkey.yaml
        latchkey config show --config latchkey.yaml

      \(ExitStatus.help)
      """,
    subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self])
}
