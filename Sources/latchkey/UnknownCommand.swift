import ArgumentParser
import Settings

/// Finds a word in a command's place that is not the name of a command.
enum UnknownCommand {
  /// - Parameter arguments: the arguments without the program's name.
  /// - Returns: nil if every command is known.
  static func failure(in arguments: [String], of root: any ParsableCommand.Type) -> CommandFailure? {
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    var command = root
    var path = name(of: root)
    while !command.configuration.subcommands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-") {
      let known = command.configuration.subcommands
      guard let next = known.first(where: { name(of: $0) == word }) else {
        // The word is an argument of the default subcommand.
        if command.configuration.defaultSubcommand != nil { return nil }
        let meant = NearMiss.best(for: word, among: known.map(name)).map {
          "Did you mean \"\(path) \($0)\"? "
        }
        return CommandFailure(
          .usage,
          "There is no command \"\(path) \(PlainText.line(word.prefix(60)))\". \(meant ?? "")\"\(path) --help\" "
            + "lists all commands.")
      }
      command = next
      path += " \(word)"
    }
    return nil
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }
}
