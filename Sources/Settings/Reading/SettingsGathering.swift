import Configuration

/// Prepares an operator's input for the reader, and finds unknown settings.
struct SettingsGathering {
  typealias Values = [AbsoluteConfigKey: ConfigValue]

  let known: [String: Setting]
  let catalogue: [Setting]
  private(set) var problems: [ConfigurationProblem] = []

  init(known: [String: Setting], catalogue: [Setting]) {
    self.known = known
    self.catalogue = catalogue
  }

  mutating func flags(_ flags: [String]) -> Values {
    var values: Values = [:]
    for flag in flags {
      guard let equals = flag.firstIndex(of: "=") else {
        problems.append(
          ConfigurationProblem(
            String(flag.prefix(60)), source: "--set", "The text contains no \"=\".",
            fix: "Write --set key=value."))
        continue
      }
      let key = String(flag[..<equals])
      guard let setting = known[key] else {
        unknown(key, source: "--set")
        continue
      }
      guard !setting.isSecret else {
        problems.append(
          ConfigurationProblem(
            key, source: "--set", "Every user of the machine can read a secret on the command line.",
            fix: "Set \(setting.variable) or \(key)File instead."))
        continue
      }
      values[AbsoluteConfigKey(Self.components(key))] = value(
        setting, .text(String(flag[flag.index(after: equals)...])))
    }
    return values
  }

  /// Variables of the tools that build and run the program. A child process inherits them.
  private static let variablesOfTools: Set = ["LATCHKEY_CACHE"]

  /// The variables that are settings. An empty variable counts as unset.
  mutating func environment(_ environment: [String: String]) -> [String: String] {
    let names = Set(catalogue.map(\.variable))
    var kept: [String: String] = [:]
    for (name, value) in environment where name.hasPrefix(Setting.variablePrefix) && !value.isEmpty {
      guard !ServiceLink.describes(name, value), !Self.variablesOfTools.contains(name) else { continue }
      if names.contains(name) {
        kept[name] = value
      } else {
        let meant = NearMiss.best(for: name, among: names.sorted())
        problems.append(
          ConfigurationProblem(
            name, source: "environment", "There is no such setting.",
            fix: meant.map { "Did you mean \($0)?" } ?? "Remove the variable."))
      }
    }
    return kept
  }

  mutating func file(_ file: ConfigurationFile) -> Values {
    var values: Values = [:]
    for (key, entry) in file.entries.sorted(by: { $0.value.line < $1.value.line }) {
      let source = file.source(entry.line)
      guard let setting = known[key] else {
        unknown(key, source: source)
        continue
      }
      guard !setting.isSecret else {
        problems.append(
          ConfigurationProblem(
            key, source: source, "The configuration must not contain a secret.",
            fix:
              "Write the secret to a separate file and name the file in \(key)File, or put the secret into the variable "
              + "\(setting.variable)."))
        continue
      }
      guard let value = value(setting, entry.value) else {
        problems.append(
          ConfigurationProblem(
            key, source: source, "The value is a list, but the setting needs one value.",
            fix: "Write \(setting.expectation)."))
        continue
      }
      values[AbsoluteConfigKey(Self.components(key))] = value
    }
    return values
  }

  private static func components(_ key: String) -> [String] { key.split(separator: ".").map(String.init) }

  private func value(_ setting: Setting, _ value: ConfigurationFile.Value) -> ConfigValue? {
    if case .list = setting.kind {
      switch value {
      case .text(let text): return ConfigValue(.stringArray([text]), isSecret: false)
      case .list(let texts): return ConfigValue(.stringArray(texts), isSecret: false)
      }
    }
    guard case .text(let text) = value else { return nil }
    return ConfigValue(.string(text), isSecret: false)
  }

  private mutating func unknown(_ key: String, source: String) {
    let inside = catalogue.map(\.key).filter { $0.hasPrefix(key + ".") }
    if !inside.isEmpty {
      let names = inside.map { $0.dropFirst(key.count + 1) }.joined(separator: ", ")
      problems.append(
        ConfigurationProblem(
          key, source: source, "This is a section. It has no value of its own.", fix: "Set one of \(names).")
      )
      return
    }
    // Compares the whole key first. Then compares its last part with the last part of every key, because operators
    // often omit the section.
    let keys = catalogue.map(\.key)
    let last = key.split(separator: ".").last.map(String.init) ?? key
    let meant =
      NearMiss.best(for: key, among: keys)
      ?? keys.first { $0.split(separator: ".").last.map(String.init)?.lowercased() == last.lowercased() }
    problems.append(
      ConfigurationProblem(
        String(key.prefix(120)), source: source, "There is no such setting.",
        fix: meant.map { "Did you mean \($0)?" }
          ?? "Remove it. docs/latchkey.example.yaml contains all settings."))
  }
}
