import ArgumentParser

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List and replace the keys that sign ID tokens, and the master key.",
    discussion: """
      A new key is published before it signs. An old key stays published until the last token with its signature has \
      expired. So a planned rotation does not interrupt any back end.

      EXAMPLES
        latchkey keys list
        latchkey keys rotate
        latchkey keys rotate --compromised --yes
        latchkey keys rewrap --config latchkey.yaml

      \(ExitStatus.help)
      """,
    subcommands: [KeysListCommand.self, KeysRotateCommand.self, KeysRewrapCommand.self])
}
