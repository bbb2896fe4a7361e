import Foundation

/// A source of time that a test can control.
public protocol AuthClock: Sendable {
  /// The current time.
  var now: Date { get }

  /// Waits.
  ///
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
