import ArgumentParser

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List and replace the keys that sign ID tokens, and the master key.",
    discussion: """
      A new key is published before it signs, and an old one stays published until the last token that it \
      signed has expired: a planned rotation is noticed by nobody.

      EXAMPLES
        latchkey keys list
        latchkey keys rotate
        latchkey keys rotate --compromised
        latchkey keys rewrap --config latchkey.yaml

      \(ExitStatus.help)
      """,
    subcommands: [KeysListCommand.self, KeysRotateCommand.self, KeysRewrapCommand.self])
}
