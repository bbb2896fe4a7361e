import ArgumentParser
import Settings

struct ConfigShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show every setting and its source. Secrets are not shown.",
    discussion: """
      EXAMPLES
        latchkey config show --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let reading = options.read()
    guard !reading.isUnreadable else { throw CommandFailure(mistakes: reading.mistakes, in: options.file) }
    var table = TextTable(header: ["KEY", "VALUE", "FROM"])
    table.rows = reading.values.map { value in
      [value.setting.key, Self.text(value), Self.name(value.source, value.setting)]
    }
    try Terminal.print(table.text)
    guard reading.mistakes.isEmpty else {
      throw CommandFailure(mistakes: reading.mistakes, in: options.file)
    }
  }

  private static func text(_ value: (setting: Setting, text: String?, source: SettingSource)) -> String {
    if value.setting.isSecret { return value.source == .builtIn ? "-" : "<hidden>" }
    guard let text = value.text, !text.isEmpty else { return "-" }
    // An invalid value may contain a password.
    if value.setting.key == "data.database", text != "sqlite", (try? PostgreSQLAddress(text)) == nil {
      return "<hidden>"
    }
    return text
  }

  private static func name(_ source: SettingSource, _ setting: Setting) -> String {
    switch source {
    case .flag: "--set"
    case .environment: setting.variable
    case .file: "file"
    case .builtIn: "default"
    }
  }
}
