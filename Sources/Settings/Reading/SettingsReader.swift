import Configuration
import Foundation
import Secrets

/// Reads settings one by one. If several sources contain a setting, the reader uses the first of flags, environment and
/// file. The reader collects mistakes instead of stopping at the first.
final class SettingsReader {
  private let reader: ConfigReader
  private let sources: SettingSources
  private let file: ConfigurationFile?
  private let catalogue: [Setting]
  private(set) var problems: [ConfigurationProblem] = []
  /// The reasons why the file could not be read at all; nil if it was read. If it was not read, missing values need no
  /// problems of their own.
  var unreadable: [ConfigurationProblem]? { file.flatMap { $0.isUnreadable ? $0.problems : nil } }
  /// The values in effect, as a file would contain them, without secrets.
  private(set) var effective: [String: String] = [:]
  private var wasSet: Set<String> = []

  init(_ input: SettingsInput, catalogue: [Setting]) {
    self.catalogue = catalogue
    let known = Dictionary(catalogue.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let file = input.file.map(ConfigurationFile.reading)
    self.file = file
    var gathered = SettingsGathering(known: known, catalogue: catalogue)
    let flags = gathered.flags(input.flags)
    let environment = gathered.environment(input.environment)
    let inFile = file.map { gathered.file($0) } ?? [:]
    sources = SettingSources(order: [.flag, .environment, .file])
    reader = ConfigReader(
      providers: [
        InMemoryProvider(name: "flags", values: flags),
        EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "latchkey"),
        InMemoryProvider(name: "file", values: inFile),
      ], accessReporter: sources)
    problems = (file?.problems ?? []) + gathered.problems
  }

  // MARK: Values

  /// Returns the text of a setting, or its default.
  func text(_ setting: Setting) -> String? {
    let given: String?
    if case .list = setting.kind {
      given = reader.stringArray(forKey: ConfigKey(setting.key))?.joined(separator: ", ")
    } else {
      given = reader.string(forKey: ConfigKey(setting.key), isSecret: setting.isSecret)
    }
    if given != nil { wasSet.insert(setting.key) }
    let text = given ?? setting.defaultText
    if !setting.isSecret { effective[setting.key] = text }
    return text
  }

  func flag(_ setting: Setting) -> Bool {
    switch text(setting)?.lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    case nil: return false
    case let other?:
      refuse(setting, other)
      return false
    }
  }

  func integer(_ setting: Setting) -> Int {
    guard case .integer(let range) = setting.kind else { return 0 }
    return number(setting, in: range) { Int($0) }
  }

  func duration(_ setting: Setting) -> Duration {
    guard case .duration(let range) = setting.kind else { return .zero }
    return .milliseconds(number(setting, in: range, DurationText.milliseconds))
  }

  /// Returns the size in bytes.
  func size(_ setting: Setting) -> Int {
    guard case .size(let range) = setting.kind else { return 0 }
    return number(setting, in: range, SizeText.bytes)
  }

  func rate(_ setting: Setting) -> Rate {
    let text = text(setting) ?? ""
    if let rate = Rate(text: text) { return rate }
    refuse(setting, text)
    return setting.defaultText.flatMap { Rate(text: $0) } ?? Rate(1, per: .seconds(1))
  }

  /// Returns a value of an enumeration whose raw values are the setting's choices. If the text is not a choice, returns
  /// the first choice.
  func choice<Choice: RawRepresentable & CaseIterable>(_ setting: Setting, _ type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let text = text(setting) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let meant = NearMiss.best(for: text, among: Choice.allCases.map(\.rawValue))
    problem(
      setting, "\"\(shown(text))\" is not \(setting.expectation).",
      fix: meant.map { "Did you mean \($0)?" } ?? "Choose one of them.")
    return Choice.allCases.first
  }

  func list(_ setting: Setting) -> [String] {
    let given = reader.stringArray(forKey: ConfigKey(setting.key))
    if given != nil { wasSet.insert(setting.key) }
    let texts = (given ?? setting.defaultText.map { [$0] } ?? [])
      .flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    effective[setting.key] = texts.joined(separator: ", ")
    return texts
  }

  /// Returns the path of a file or directory. A path in a configuration file is relative to that file's directory.
  func path(_ setting: Setting) -> String? {
    guard let text = text(setting) else { return nil }
    guard !text.isEmpty else {
      problem(setting, "The name is empty.", fix: "Write \(setting.expectation), or remove the key.")
      return nil
    }
    guard !text.hasPrefix("/"), sources.source(of: setting) == .file, let file else { return text }
    let directory = (file.path as NSString).deletingLastPathComponent
    let path = directory.isEmpty ? text : "\(directory)/\(text)"
    effective[setting.key] = path
    return path
  }

  /// Returns a secret from the environment, or from the file that `fileSetting` names.
  func secret(_ setting: Setting, file fileSetting: Setting) -> Secret? {
    let path = path(fileSetting)
    let value = text(setting)
    if value != nil, path != nil {
      problem(
        fileSetting, "The secret is set twice, in \(setting.variable) and in this file.",
        fix: "Remove one of them.")
    }
    if let value { return Secret(value) }
    guard let path else { return nil }
    do {
      let data = try FileCheck.contents(of: path, maximumBytes: 65_536)
      if let reason = FileCheck.isOpenToOthers(path) {
        problem(fileSetting, "\(path): \(reason)", fix: "Run: chmod 600 '\(path)'")
      }
      let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      guard !text.isEmpty else {
        problem(fileSetting, "\(path) is empty.", fix: "Write the secret to the file.")
        return nil
      }
      return Secret(text)
    } catch {
      problem(
        fileSetting, "\(path) cannot be read: \(error.reason).",
        fix: "Name a file that the server's user can read.")
      return nil
    }
  }

  /// True if any source sets the setting. Call it after reading the setting.
  func isSet(_ setting: Setting) -> Bool { wasSet.contains(setting.key) }

  func source(of setting: Setting) -> SettingSource { sources.source(of: setting) }

  // MARK: Problems

  func problem(
    _ setting: Setting, _ reason: String, fix: String, severity: ConfigurationProblem.Severity = .mistake
  ) {
    problems.append(
      ConfigurationProblem(setting.key, source: place(setting), reason, fix: fix, severity: severity))
  }

  func warn(_ setting: Setting, _ reason: String, fix: String) {
    problem(setting, reason, fix: fix, severity: .warning)
  }

  private func refuse(_ setting: Setting, _ text: String) {
    problem(
      setting, "\"\(shown(text))\" is not \(setting.expectation).", fix: "Write \(setting.expectation).")
  }

  private func place(_ setting: Setting) -> String? {
    switch sources.source(of: setting) {
    case .flag: "--set"
    case .environment: setting.variable
    case .file: file.flatMap { file in file.entries[setting.key].map { file.source($0.line) } }
    case .builtIn: nil
    }
  }

  private func number(_ setting: Setting, in range: ClosedRange<Int>, _ read: (String) -> Int?) -> Int {
    guard let text = text(setting) else { return range.lowerBound }
    if let number = read(text), range.contains(number) { return number }
    refuse(setting, text)
    return setting.defaultText.flatMap(read) ?? range.lowerBound
  }

  private func shown(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
