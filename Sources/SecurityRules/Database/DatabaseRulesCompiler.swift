/// Compiles rules from their document. It reports every mistake, not only the first.
struct DatabaseRulesCompiler {
  /// The maximum nesting of locations with rules. The maximum nesting of data is smaller.
  private static let maximumDepth = 64

  private let source: SourceText
  private(set) var program = DatabaseProgram()
  private(set) var issues: [RulesIssue] = []

  init(_ source: SourceText) { self.source = source }

  private static let maximumIssues = 50

  private mutating func report(_ failure: SyntaxFailure) {
    if issues.count < Self.maximumIssues { issues.append(failure.issue(in: source)) }
  }

  private mutating func report(_ message: String, _ span: SourceSpan, suggestion: String? = nil) {
    report(SyntaxFailure(message, span, suggestion: suggestion))
  }

  mutating func compile() -> DatabaseRuleNode? {
    do throws(SyntaxFailure) {
      let document = try CommentedJSON.parse(source.bytes, as: .rules)
      guard case .object(let members, let span) = document else {
        throw SyntaxFailure("The rules must be an object.", document.span)
      }
      guard let rules = members.first, rules.key.bytes.elementsEqual("rules".utf8) else {
        throw SyntaxFailure(
          "The one member at the top must be \"rules\".", members.first?.key.span ?? span,
          suggestion: "Write { \"rules\": { … } }.")
      }
      if members.count > 1 { report("The one member at the top must be \"rules\".", members[1].key.span) }
      return node(rules.value, keys: [], path: RulePath(), depth: 0)
    } catch {
      report(error)
      return nil
    }
  }

  private mutating func node(
    _ value: CommentedJSON.Value, keys: [(name: String, depth: Int)], path: RulePath, depth: Int
  ) -> DatabaseRuleNode? {
    guard case .object(let members, let span) = value else {
      report("The rules of a location must be an object.", value.span)
      return nil
    }
    guard depth < Self.maximumDepth else {
      report("The rules are nested deeper than data can be.", span)
      return nil
    }
    var read: DatabaseRuleNode.Rule?
    var write: DatabaseRuleNode.Rule?
    var validate: DatabaseRuleNode.Rule?
    var named: [(String, DatabaseRuleNode)] = []
    var wildcard: DatabaseRuleNode?
    var wildcardName: String?
    var seen: Set<[UInt8]> = []
    for member in members {
      let key = member.key.text
      let isRule = member.key.bytes.first == UInt8(ascii: ".")
      guard seen.insert(member.key.bytes).inserted else {
        report("The name \"\(key)\" appears twice.", member.key.span)
        continue
      }
      // Location names may be of any length, but no rule's name is this long.
      switch isRule && key.utf8.count < 40 ? key : "" {
      case ".read": read = rule(member, .read, keys: keys)
      case ".write": write = rule(member, .write, keys: keys)
      case ".validate": validate = rule(member, .validate, keys: keys)
      case ".indexOn": checkIndex(member.value)
      case _ where isRule:
        report(
          "There is no rule \"\(key)\".", member.key.span,
          suggestion: Suggestion.of(key, among: [".read", ".write", ".validate", ".indexOn"]))
      case _ where member.key.bytes.first == UInt8(ascii: "$"):
        if let wildcardName {
          report(
            "A location has one '$' variable, and this one has \(wildcardName) already.", member.key.span)
          continue
        }
        if keys.contains(where: { ExactText.equal($0.name, key) }) {
          report("The variable \(key) is already defined above.", member.key.span)
          continue
        }
        guard key.utf8.count > 1 else {
          report("A '$' variable needs a name.", member.key.span)
          continue
        }
        wildcardName = key
        wildcard = node(
          member.value, keys: keys + [(key, depth)], path: RulePath(path, key: key), depth: depth + 1)
      default:
        guard DatabasePath.isKey(key) else {
          report(
            "\"\(key)\" cannot be a key: keys hold none of . $ # [ ] / and no control characters.",
            member.key.span)
          continue
        }
        if let child = node(member.value, keys: keys, path: RulePath(path, key: key), depth: depth + 1) {
          named.append((key, child))
        }
      }
    }
    return DatabaseRuleNode(
      read: read, write: write, validate: validate, named: TextMap(named), wildcard: wildcard,
      path: path)
  }

  private mutating func rule(
    _ member: CommentedJSON.Member, _ rule: DatabaseTypeChecker.Rule, keys: [(name: String, depth: Int)]
  ) -> DatabaseRuleNode.Rule? {
    let span = member.key.span.joined(with: member.value.span)
    switch member.value {
    case .bool(let value, let place):
      return .init(expression: program.add(.constant(.bool(value)), place), span: span)
    case .string(let text):
      do throws(SyntaxFailure) {
        let root = try DatabaseExpressionParser.parse(
          text: text.bytes, offsets: text.offsets, keys: keys, into: &program)
        try DatabaseTypeChecker.check(root, as: rule, in: &program)
        return .init(expression: root, span: span)
      } catch {
        report(error)
        return nil
      }
    default:
      report("\"\(rule.rawValue)\" must be an expression in a string, or true or false.", member.value.span)
      return nil
    }
  }

  private mutating func checkIndex(_ value: CommentedJSON.Value) {
    let elements: [CommentedJSON.Value]
    switch value {
    case .string: return
    case .array(let values, _): elements = values
    default:
      report("\".indexOn\" must be a string or a list of strings.", value.span)
      return
    }
    for element in elements {
      guard case .string = element else {
        report("\".indexOn\" must be a string or a list of strings.", element.span)
        return
      }
    }
  }
}
