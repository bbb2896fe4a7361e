/// The rules at one location, and those below it.
final class DatabaseRuleNode: Sendable {
  /// An expression, and where the member that holds it stands.
  struct Rule: Sendable {
    let expression: Int
    let span: SourceSpan
  }

  let read: Rule?
  let write: Rule?
  let validate: Rule?
  let named: TextMap<DatabaseRuleNode>
  let wildcard: DatabaseRuleNode?
  /// The path as the rule set writes it, such as `/users/$uid`.
  let path: String

  init(
    read: Rule?, write: Rule?, validate: Rule?, named: TextMap<DatabaseRuleNode>, wildcard: DatabaseRuleNode?,
    path: String
  ) {
    self.read = read
    self.write = write
    self.validate = validate
    self.named = named
    self.wildcard = wildcard
    self.path = path
  }

  /// A named child hides the wildcard, with all that stands below it.
  func child(_ key: String) -> DatabaseRuleNode? { named[key] ?? wildcard }
}
