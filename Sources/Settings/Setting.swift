/// One thing that an operator can set: its key, what it may be, and what it is when nobody says.
public struct Setting: Sendable, Hashable {
  /// What a setting's text may be.
  public enum Kind: Sendable, Hashable {
    /// Some text; the words say what it has to look like.
    case text(String)
    case flag
    case integer(ClosedRange<Int>)
    /// Milliseconds; written as a number of seconds, or with a unit: `500ms`, `10s`, `5m`, `1h`, `30d`.
    case duration(ClosedRange<Int>)
    /// Bytes; written as a number of bytes, or with a unit: `64KiB`, `1MiB`.
    case size(ClosedRange<Int>)
    /// So many in a span of time, as ``Rate`` is written: `10/1h`.
    case rate
    case choice([String])
    /// Several texts: a list in a file, separated by commas elsewhere.
    case list(String)
    case file
    case directory
    /// A text that is never shown, and that is given by the environment or by a file (see ``Setting/fileSetting``).
    case secret
    /// A file that holds a secret, which nobody but its owner and group may read.
    case secretFile
  }

  /// With dots between its sections: `listen.port`.
  public let key: String
  public let kind: Kind
  /// As it would stand in a file; nil when the setting is off or has to be given.
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

  /// The variable of the environment that sets it: `LATCHKEY_LISTEN_PORT`.
  public var variable: String { Self.variablePrefix + Self.variableName(of: key) }

  static let variablePrefix = "LATCHKEY_"

  /// As swift-configuration's provider of environment variables makes it of a key: a word begins where a
  /// capital follows a small letter.
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

  /// What it may be, in words.
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
    case .secret: "a secret, given by the environment or as \(key)File"
    case .secretFile: "the name of a file that only its owner and its group may read"
    }
  }
}
