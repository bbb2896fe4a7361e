/// The path of a rule. Locations share the path of their parent, so that long names are stored once.
final class RulePath: Sendable {
  private let parent: RulePath?
  private let key: String

  /// - Parameter parent: nil for the root, whose key is empty.
  init(_ parent: RulePath? = nil, key: String = "") {
    self.parent = parent
    self.key = key
  }

  /// The path as in the rule set, such as `/users/$uid`.
  var text: String {
    guard let parent else { return "/" }
    return parent.parent == nil ? "/" + key : parent.text + "/" + key
  }
}

/// The rules of one location, and of the locations below it.
final class DatabaseRuleNode: Sendable {
  /// An expression, and the position of the member that contains it.
  struct Rule: Sendable {
    let expression: Int
    let span: SourceSpan
  }

  let read: Rule?
  let write: Rule?
  let validate: Rule?
  let named: TextMap<DatabaseRuleNode>
  let wildcard: DatabaseRuleNode?
  let path: RulePath

  init(
    read: Rule?, write: Rule?, validate: Rule?, named: TextMap<DatabaseRuleNode>, wildcard: DatabaseRuleNode?,
    path: RulePath
  ) {
    self.read = read
    self.write = write
    self.validate = validate
    self.named = named
    self.wildcard = wildcard
    self.path = path
  }

  /// Returns the child for a key. If a named child exists, the rules of the wildcard do not apply to its key.
  func child(_ key: String) -> DatabaseRuleNode? { named[key] ?? wildcard }
}
