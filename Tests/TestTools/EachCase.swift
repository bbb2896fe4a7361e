import Testing

/// Runs a body for each case of a table, one after another, for cases that share what is costly to start.
///
/// Every issue is reported with its case. An error ends its case alone.
///
/// - Parameter sourceLocation: where an error of the body is reported.
public func eachCase<Case: Sendable>(
  of table: some Sequence<Case>, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @Sendable @escaping (Case) async throws -> Void
) async throws {
  guard let test = Test.current else { throw TestFailure("cases outside a test") }
  var isEmpty = true
  for one in table {
    isEmpty = false
    let name = Comment(rawValue: "case \(String(describingForTest: one).prefix(300))")
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      var named = issue
      named.comments.insert(name, at: 0)
      return named
    }
    try await naming.provideScope(for: test, testCase: Test.Case.current) {
      do {
        try await body(one)
      } catch is ExpectationFailedError {
        // Reported where it was thrown.
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
      }
    }
    try Task.checkCancellation()
  }
  if isEmpty { Issue.record("the table has no case", sourceLocation: sourceLocation) }
}
