import Foundation

/// The time, as a value that a test can set.
public protocol AuthClock: Sendable {
  /// The time.
  var now: Date { get }

  /// - Throws: `CancellationError`.
  func sleep(seconds: Double) async throws
}

/// The system's clock.
public struct SystemAuthClock: AuthClock {
  public init() {}
  /// The system's time.
  public var now: Date { Date() }
  public func sleep(seconds: Double) async throws { try await Task.sleep(for: .seconds(seconds)) }
}
