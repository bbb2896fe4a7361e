import Testing

/// Lets a few cases of the suites that have it run at a time. Where each has a database of its own, all of them at once
/// would wait for each other longer than what they look at may take.
public struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
  private static let places = Places(free: 12)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Self.places.with(function)
  }
}

extension Trait where Self == FewAtOnce {
  public static var fewAtOnce: FewAtOnce { FewAtOnce() }
}
