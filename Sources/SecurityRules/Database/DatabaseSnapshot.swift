/// A location of the database in one state: before or after a write.
final class DatabaseSnapshot: Sendable {
  /// The location's data; nil if there is none.
  let node: DatabaseNode?
  /// The parent location; nil for the root.
  let parent: DatabaseSnapshot?
  /// The number of keys from the root; 0 for the root.
  private let depth: Int

  init(node: DatabaseNode?, parent: DatabaseSnapshot? = nil) {
    self.node = node
    self.parent = parent
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// The location at a path below this one; nil if the path is deeper than data can be.
  func child(_ path: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> DatabaseSnapshot? {
    try budget.spend(1 + path.utf8.count / 4)
    guard let keys = DatabasePath.keys(path, atMost: DatabaseNode.maximumDepth - depth) else { return nil }
    var snapshot = self
    for key in keys {
      let child = try snapshot.node?.children.value(key, budget: &budget)
      snapshot = DatabaseSnapshot(node: child, parent: snapshot)
    }
    return snapshot
  }

  func hasChild(_ path: String, budget: inout WorkBudget) throws(WorkBudget.Exhausted) -> Bool {
    try budget.spend(1 + path.utf8.count / 4)
    guard let keys = DatabasePath.keys(path, atMost: DatabaseNode.maximumDepth) else { return false }
    var node = node
    for key in keys { node = try node?.children.value(key, budget: &budget) }
    return node != nil
  }
}
