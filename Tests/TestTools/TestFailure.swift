/// Ends a test that cannot go on, with a sentence that says why.
public struct TestFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
