import ArgumentParser
import Settings

/// Finds the word on a command line that stands where a command should and is none.
enum UnknownCommand {
  /// - Parameter arguments: without the program's name.
  /// - Returns: nil when every command is known.
  static func failure(in arguments: [String], of root: any ParsableCommand.Type) -> CommandFailure? {
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    var command = root
    var path = name(of: root)
    while !command.configuration.subcommands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-") {
      let known = command.configuration.subcommands
      guard let next = known.first(where: { name(of: $0) == word }) else {
        // The word is an argument of the command that can be left out.
        if command.configuration.defaultSubcommand != nil { return nil }
        let meant = NearMiss.best(for: word, among: known.map(name)).map {
          "Did you mean \"\(path) \($0)\"? "
        }
        return CommandFailure(
          .usage,
          "There is no command \"\(path) \(PlainText.line(word.prefix(60)))\". \(meant ?? "")\"\(path) --help\" "
            + "names all.")
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
