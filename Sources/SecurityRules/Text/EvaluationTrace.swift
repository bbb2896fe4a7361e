/// Records the values of expressions, for an explanation.
final class EvaluationTrace {
  private(set) var visited: [(index: Int, value: String, isError: Bool)] = []
  private static let maximumVisits = 2_000

  func record(_ index: Int, _ value: @autoclosure () -> String) {
    guard visited.count < Self.maximumVisits else { return }
    visited.append((index, value(), false))
  }

  func record(_ index: Int, _ failure: EvaluationFailure) {
    guard visited.count < Self.maximumVisits else { return }
    visited.append((index, failure.message.description, true))
  }

  func take() -> [(index: Int, value: String, isError: Bool)] {
    defer { visited = [] }
    return visited
  }
}
