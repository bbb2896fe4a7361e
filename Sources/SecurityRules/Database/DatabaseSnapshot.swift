/// A location of the database in one of its states: before a write or after it.
final class DatabaseSnapshot: Sendable {
  /// Nil where there is no data.
  let node: DatabaseNode?
  /// Nil of the root.
  let parent: DatabaseSnapshot?

  init(node: DatabaseNode?, parent: DatabaseSnapshot? = nil) {
    self.node = node
    self.parent = parent
  }

  func child(_ path: String) -> DatabaseSnapshot {
    DatabasePath.keys(path).reduce(self) { DatabaseSnapshot(node: $0.node?.child($1), parent: $0) }
  }

  func hasChild(_ path: String) -> Bool {
    var node = node
    for key in DatabasePath.keys(path) { node = node?.child(key) }
    return node != nil
  }
}
