import Foundation
import IdentityWire
import SecurityRules

/// A file with rules of either language.
enum RulesFile {
  case database(DatabaseRules)
  case service(ServiceRules)

  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let data =
      path == "-" ? try? FileHandle.standardInput.readToEnd() : FileManager.default.contents(atPath: path)
    guard let data else { throw CommandFailure(.refused, "The file \(path) cannot be read.") }
    return Array(data)
  }

  static func text(_ path: String) throws(CommandFailure) -> String {
    guard let text = StreamSafeText.decode(try read(path)) else {
      throw CommandFailure(
        .refused,
        "The file \(path) is not UTF-8, or has more than \(StreamSafeText.maximumNonStarters) combining marks in a row."
      )
    }
    return text
  }

  /// - Throws: a failure, after the problems of the rules were printed.
  init(_ path: String) throws(CommandFailure) {
    let text = try Self.text(path)
    do throws(RulesCompilationError) {
      self = Self.isDocument(text) ? .database(try DatabaseRules(text)) : .service(try ServiceRules(text))
    } catch {
      for issue in error.issues { try Terminal.print("\(path):\(issue.text)") }
      let count = error.issues.count { $0.severity == .error }
      throw CommandFailure(.refused, "\(path) has \(count == 1 ? "an error" : "\(count) errors").")
    }
  }

  /// True if the text is a JSON document: it begins with a brace, after spaces and comments.
  private static func isDocument(_ text: String) -> Bool {
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace || first == "\u{FEFF}" {
        rest = rest.dropFirst()
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*"), let end = rest.range(of: "*/") {
        rest = rest[end.upperBound...]
      } else {
        return first == "{"
      }
    }
    return false
  }

  var warnings: [RulesIssue] {
    switch self {
    case .database: []
    case .service(let rules): rules.warnings
    }
  }

  /// Evaluates the rules for a request in the form of a test case.
  func explain(_ request: JSONValue) throws(CommandFailure) -> RulesExplanation {
    do throws(RulesRequestError) {
      switch self {
      case .database(let rules): return rules.explain(try DatabaseRequest(test: request))
      case .service(let rules): return try rules.explain(test: request).explanation
      }
    } catch {
      throw CommandFailure(.refused, error.message)
    }
  }

  static func json(_ path: String) throws(CommandFailure) -> JSONValue {
    do {
      var parser = JSONParser(maximumBytes: 64 << 20)
      parser.maximumMembers = .max
      return try parser.parse(try read(path))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.refused, "The file \(path) is not JSON: \(error).")
    }
  }
}
