import IdentityWire

/// A path to a value in a JSON document. Its steps are separated by dots, as in `data.user.id` or `emails.0.address`.
///
/// A number is an index if the value is a list. `?primary` selects the first element of a list whose member `primary`
/// is true. A backslash before a dot, a question mark or a backslash makes that character part of a name.
public struct ProfilePath: Sendable, Equatable {
  /// The maximum length of the text in bytes.
  public static let maximumLength = 256
  public static let maximumSteps = 8
  /// The maximum number of elements that are searched in a list.
  static let maximumElements = 256

  private enum Step: Sendable, Equatable {
    /// A member of an object, or the element of a list with this index.
    case member(String, index: Int?)
    /// The first element of a list whose member with this name is true.
    case marked(String)

    var leadsToElement: Bool {
      switch self {
      case .member(_, let index): index != nil
      case .marked: true
      }
    }
  }

  /// The path as it was written.
  public let text: String
  private let steps: [Step]

  /// Parses a path. Nil if the text is malformed, too long, or has too many steps.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      StreamSafeText.accepts(text), let parts = Self.parts(of: text), parts.count <= Self.maximumSteps
    else { return nil }
    self.text = text
    steps = parts.map { part in
      if part.isMark { return .marked(part.name) }
      let index = Int(part.name).flatMap { (0..<Self.maximumElements).contains($0) ? $0 : nil }
      return .member(part.name, index: index.map(String.init) == part.name ? index : nil)
    }
  }

  /// Splits the text into steps. Nil if a step has no name, or if a backslash precedes a character that needs no
  /// backslash.
  private static func parts(of text: String) -> [(name: String, isMark: Bool)]? {
    var parts: [(name: String, isMark: Bool)] = []
    var name = String.UnicodeScalarView()
    var isMark = false
    var isEscaped = false
    func end() -> Bool {
      guard !name.isEmpty else { return false }
      parts.append((String(name), isMark))
      (name, isMark) = (String.UnicodeScalarView(), false)
      return true
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ".", "?":
        if isEscaped {
          name.append(scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar == "." {
          guard end() else { return nil }
        } else if name.isEmpty, !isMark {
          isMark = true
        } else {
          name.append(scalar)
        }
      case _ where isEscaped: return nil
      default: name.append(scalar)
      }
    }
    guard !isEscaped, end() else { return nil }
    return parts
  }

  /// The value at the path. Nil if there is none.
  public func value(in document: JSONValue) -> JSONValue? {
    var value = document
    for step in steps {
      let next: JSONValue? =
        switch (step, value) {
        case (.member(let name, _), .object): value[name]
        case (.member(_, let index?), .array(let elements)):
          elements.dropFirst(index).first
        case (.marked(let name), .array(let elements)):
          elements.prefix(Self.maximumElements).first { $0[name] == .bool(true) }
        default: nil
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  /// True if both paths go through the same list elements, so that their values belong together.
  public func sharesElements(with other: ProfilePath) -> Bool {
    stepsToLastElement == other.stepsToLastElement
  }

  private var stepsToLastElement: ArraySlice<Step> {
    steps[..<(steps.lastIndex(where: \.leadsToElement).map { $0 + 1 } ?? 0)]
  }
}

extension ProfilePath: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let path = ProfilePath(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is no path.")
    }
    self = path
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
