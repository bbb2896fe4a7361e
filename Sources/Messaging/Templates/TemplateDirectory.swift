import Foundation
import Identity
import Texts

/// An operator's templates: files `LANGUAGE/KIND.subject.txt`, `LANGUAGE/KIND.txt` and `LANGUAGE/KIND.html`, such as
/// `pt-BR/verify-email.txt`. Each file replaces one part of one message in one language; other parts stay the same. If
/// there is no HTML file and the text is the operator's, the HTML is made from that text.
struct TemplateDirectory {
  /// The maximum size of one file in bytes.
  static let maximumFile = 131_072
  static let maximumFiles = 2_000

  private let path: String
  private(set) var overrides: [String: [MessageKind: TemplateFiles]] = [:]
  private(set) var mistakes: [SettingMistake] = []
  private var files = 0

  init(path: String) {
    self.path = path
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue
    else {
      refuse(path, "There is no such directory.", fix: "Make it, or leave mail.templates out.")
      return
    }
    for name in names(in: path) {
      let directory = path + "/" + name
      guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory),
        isDirectory.boolValue
      else {
        refuse(
          directory, "Templates stand in a directory of their language.", fix: "Move it to one such as en.")
        continue
      }
      guard LanguageTag.isTag(name) else {
        refuse(directory, "\"\(name)\" is no language.", fix: "Name it by a tag such as en or pt-BR.")
        continue
      }
      for file in names(in: directory) { take(file, in: directory, language: name.lowercased()) }
    }
    checkCompleteness()
  }

  private mutating func names(in directory: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory)
        .filter { !$0.hasPrefix(".") && !$0.hasSuffix("~") }.sorted()
    } catch {
      refuse(directory, "It cannot be read.", fix: "Let the server's user read it.")
      return []
    }
  }

  private mutating func refuse(_ place: String, _ reason: String, fix: String) {
    mistakes.append(SettingMistake(place, reason, fix: fix))
  }

  private enum Part: String, CaseIterable {
    case subject = ".subject.txt"
    case text = ".txt"
    case html = ".html"
  }

  private mutating func take(_ name: String, in directory: String, language: String) {
    let file = directory + "/" + name
    guard let part = Part.allCases.first(where: { name.hasSuffix($0.rawValue) }),
      let kind = MessageKind(rawValue: String(name.dropLast(part.rawValue.count)))
    else {
      refuse(
        file, "No message has a template of this name.",
        fix: "Name it KIND.subject.txt, KIND.txt or KIND.html, where KIND is one of "
          + MessageKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      return
    }
    guard kind.isMail || part == .text else {
      refuse(file, "A text message has neither subject nor HTML.", fix: "Delete it.")
      return
    }
    files += 1
    guard files <= Self.maximumFiles else {
      if files == Self.maximumFiles + 1 { refuse(path, "There are too many files.", fix: "Delete some.") }
      return
    }
    guard let text = read(file) else { return }
    var entry = overrides[language]?[kind] ?? TemplateFiles()
    do throws(TemplateMistake) {
      switch part {
      case .subject: entry.subject = try TemplateCheck.subject(text, of: kind)
      case .text: entry.text = try TemplateCheck.text(text, of: kind)
      case .html: entry.html = try TemplateCheck.html(text, of: kind)
      }
    } catch {
      refuse(error.line.map { "\(file):\($0)" } ?? file, error.reason, fix: error.fix)
      return
    }
    overrides[language, default: [:]][kind] = entry
  }

  private mutating func read(_ file: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: file),
      let data = try? handle.read(upToCount: Self.maximumFile + 1)
    else {
      refuse(file, "It cannot be read, or is empty.", fix: "Let the server's user read it, or delete it.")
      return nil
    }
    guard data.count <= Self.maximumFile else {
      refuse(file, "It is longer than \(Self.maximumFile / 1024) KiB.", fix: "Make it shorter.")
      return nil
    }
    guard let text = String(data: data, encoding: .utf8) else {
      refuse("\(file):\(Self.brokenLine(data))", "This is not UTF-8.", fix: "Save the file as UTF-8.")
      return nil
    }
    let clean = (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).replacing("\r\n", with: "\n")
    guard !clean.allSatisfy(\.isWhitespace) else {
      refuse(file, "It is empty.", fix: "Write the text, or delete the file to have ours.")
      return nil
    }
    return clean
  }

  /// The number of the first line that is not UTF-8.
  private static func brokenLine(_ data: Data) -> Int {
    let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(data: $0, encoding: .utf8) == nil } ?? 0) + 1
  }

  /// Checks that subject and text exist in a language without built-in texts.
  private mutating func checkCompleteness() {
    for (language, kinds) in overrides.sorted(by: { $0.key < $1.key }) {
      let chain = LanguageTag.chain(language)
      guard !chain.contains(where: { Language(rawValue: $0) != nil }) else { continue }
      for kind in kinds.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
        let parts = chain.compactMap { overrides[$0]?[kind] }
        if !parts.contains(where: { $0.text != nil }) {
          lacking(kind, ".txt", language)
        } else if kind.isMail, !parts.contains(where: { $0.subject != nil }) {
          lacking(kind, ".subject.txt", language)
        }
      }
    }
  }

  private mutating func lacking(_ kind: MessageKind, _ suffix: String, _ language: String) {
    refuse(
      "\(path)/\(language)/\(kind.rawValue)\(suffix)",
      "It is missing, and there is none of ours in this language.",
      fix: "Write it.")
  }
}

extension MessageTemplates {
  /// The mistakes in an operator's templates.
  public struct Mistakes: Error, Sendable {
    public var all: [SettingMistake]
  }

  /// - Parameters:
  ///   - directory: an operator's templates. Nil if there are none.
  ///   - defaultLanguage: the tag of the language that is used if a request names no language, or a language without
  ///     texts.
  /// - Throws: all mistakes at once.
  public init(directory: String?, defaultLanguage: String = "en") throws(Mistakes) {
    let mistakes = Self.mistakes(directory: directory, defaultLanguage: defaultLanguage)
    guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
    self.init(
      defaultLanguage: defaultLanguage,
      overrides: directory.map { TemplateDirectory(path: $0).overrides } ?? [:])
  }

  /// The mistakes that ``init(directory:defaultLanguage:)`` would throw, each with its file and line. A
  /// mistake in the language has the key `mail.language`.
  public static func mistakes(directory: String?, defaultLanguage: String = "en") -> [SettingMistake] {
    let templates = directory.map { TemplateDirectory(path: $0) }
    var mistakes = templates?.mistakes ?? []
    let known = LanguageTag.chain(defaultLanguage).contains { tag in
      Language(rawValue: tag) != nil || templates?.overrides[tag] != nil
    }
    if !known {
      mistakes.append(
        SettingMistake(
          "mail.language", "Nothing is written in \"\(defaultLanguage)\".",
          fix: "Give one of \(builtInLanguages.joined(separator: ", ")), or one of your own templates."))
    }
    return mistakes
  }
}
