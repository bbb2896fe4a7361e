import Foundation

/// Reads pages of ours, which close whatever they open. What does not is an error: browsers would mend it in a way that
/// nobody meant.
public struct HTMLReader {
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]
  /// Elements whose content is no markup.
  private static let raw: Set<String> = ["script", "style"]

  private var rest: Substring.UnicodeScalarView
  private var open = [HTMLElement(name: "#document", attributes: [:])]

  private init(_ text: String) { rest = Substring(text).unicodeScalars }

  /// - Throws: ``TestFailure`` for markup that is not well formed.
  public static func read(_ text: String) throws -> HTMLElement {
    var reader = HTMLReader(text)
    return try reader.document()
  }

  private mutating func document() throws -> HTMLElement {
    while let mark = rest.firstIndex(of: "<") {
      add(Substring(rest[..<mark]))
      rest = rest[mark...]
      try readTag()
    }
    add(Substring(rest))
    guard open.count == 1 else { throw TestFailure("<\(open.last?.name ?? "")> is never closed") }
    return open[0]
  }

  private mutating func add(_ text: Substring) {
    guard !text.isEmpty else { return }
    open[open.count - 1].nodes.append(.text(Self.unescaped(String(text))))
  }

  private mutating func readTag() throws {
    if String(rest.prefix(4)) == "<!--" {
      guard let end = Substring(rest).range(of: "-->") else { throw TestFailure("a comment does not end") }
      rest = rest[end.upperBound...]
      return
    }
    rest.removeFirst()
    if rest.first == "!" {
      guard let end = rest.firstIndex(of: ">") else { throw TestFailure("a declaration does not end") }
      rest = rest[rest.index(after: end)...]
      return
    }
    let isEnd = rest.first == "/"
    if isEnd { rest.removeFirst() }
    let name = take { $0.isLetterOrDigit || $0 == "-" }.lowercased()
    guard !name.isEmpty else {
      throw TestFailure("a < that begins no tag, before \(Substring(rest).prefix(40))")
    }
    if isEnd {
      skipSpace()
      guard rest.popFirst() == ">" else { throw TestFailure("</\(name)> is not closed") }
      guard open.count > 1, open[open.count - 1].name == name else {
        throw TestFailure("</\(name)> closes <\(open[open.count - 1].name)>")
      }
      let element = open.removeLast()
      open[open.count - 1].nodes.append(.element(element))
      return
    }
    var element = HTMLElement(name: name, attributes: try readAttributes(of: name))
    if Self.void.contains(name) {
      open[open.count - 1].nodes.append(.element(element))
    } else if Self.raw.contains(name) {
      guard let end = Substring(rest).range(of: "</\(name)>") else {
        throw TestFailure("<\(name)> does not end")
      }
      element.nodes = [.text(String(Substring(rest)[..<end.lowerBound]))]
      rest = rest[end.upperBound...]
      open[open.count - 1].nodes.append(.element(element))
    } else {
      open.append(element)
    }
  }

  private mutating func readAttributes(of tag: String) throws -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      guard let next = rest.first else { throw TestFailure("<\(tag) does not end") }
      if next == ">" {
        rest.removeFirst()
        return attributes
      }
      if next == "/" {
        rest.removeFirst()
        continue
      }
      let name = take { !$0.isSpace && $0 != "=" && $0 != ">" && $0 != "/" }.lowercased()
      guard !name.isEmpty, attributes[name] == nil else {
        throw TestFailure("<\(tag)> has a strange or second \(name)")
      }
      var value = ""
      if rest.first == "=" {
        rest.removeFirst()
        guard rest.popFirst() == "\"" else { throw TestFailure("\(name) of <\(tag)> is not in quotes") }
        value = Self.unescaped(take { $0 != "\"" })
        guard rest.popFirst() == "\"" else { throw TestFailure("\(name) of <\(tag)> does not end") }
      }
      attributes[name] = value
    }
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return String(part)
  }

  private mutating func skipSpace() { rest = rest.drop(while: \.isSpace) }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&nbsp;", with: "\u{A0}").replacing("&amp;", with: "&")
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { self == " " || self == "\n" || self == "\t" || self == "\r" }
  fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }
}
