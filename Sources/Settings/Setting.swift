/// A setting of the operator: its key, its type, and its default.
public struct Setting: Sendable, Hashable {
  /// The type of a setting's text.
  public enum Kind: Sendable, Hashable {
    /// Any text. The associated value describes its form.
    case text(String)
    case flag
    case integer(ClosedRange<Int>)
    /// Milliseconds. Written as a number of seconds, or with a unit: `500ms`, `10s`, `5m`, `1h`, `30d`.
    case duration(ClosedRange<Int>)
    /// Bytes. Written as a number of bytes, or with a unit: `64KiB`, `1MiB`.
    case size(ClosedRange<Int>)
    /// A number of events per time span, in the form of ``Rate``: `10/1h`.
    case rate
    case choice([String])
    /// Several texts: a list in a file, or separated by commas elsewhere.
    case list(String)
    case file
    case directory
    /// A text that is never shown. The environment or a file provides it (see ``Setting/fileSetting``).
    case secret
    /// A file with a secret, which only its owner and group may read.
    case secretFile
  }

  /// The key with dots between its sections: `listen.port`.
  public let key: String
  public let kind: Kind
  /// The default as a file would contain it. Nil if the setting is off by default or required.
  public let defaultText: String?
  /// A sentence for documents and messages.
  public let summary: String

  public init(_ key: String, _ kind: Kind, default defaultText: String? = nil, _ summary: String) {
    self.key = key
    self.kind = kind
    self.defaultText = defaultText
    self.summary = summary
  }

  public var isSecret: Bool { kind == .secret }

  /// The environment variable that sets the setting: `LATCHKEY_LISTEN_PORT`.
  public var variable: String { Self.variablePrefix + Self.variableName(of: key) }

  static let variablePrefix = "LATCHKEY_"

  /// The variable's name for a key, by the rule of swift-configuration: a word begins where an upper-case letter
  /// follows a lower-case letter.
  private static func variableName(of key: String) -> String {
    var name = ""
    var previous: Character = "_"
    for character in key {
      if character.isUppercase, previous.isLowercase { name.append("_") }
      name.append(character == "." ? "_" : Character(character.uppercased()))
      previous = character
    }
    return name
  }

  /// A description of the allowed values.
  public var expectation: String {
    switch kind {
    case .text(let words), .list(let words): words
    case .flag: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let range):
      "a time from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound)), such as 10s"
    case .size(let range):
      "a size from \(SizeText.text(range.lowerBound)) to \(SizeText.text(range.upperBound)), such as 64KiB"
    case .rate: "a number and a time, such as 10/1h"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .file: "the name of a file"
    case .directory: "the name of a directory"
    case .secret: "a secret, from the environment or from \(key)File"
    case .secretFile: "the name of a file that only its owner and its group may read"
    }
  }
}
