import Synchronization

/// Remembers which checks of a federated sign-in have passed, where somebody wants to see them. Those that fail are
/// told by the error.
public final class CheckTrace: Sendable {
  /// Nil in the sign-ins of users, of which nobody looks.
  @TaskLocal public static var current: CheckTrace?

  private let checks = Mutex<[SignInCheck]>([])

  public init() {}

  /// In the order in which they were made; of one that was made again the last.
  public var passed: [SignInCheck] { checks.withLock { $0 } }

  private func note(_ check: SignInCheck) {
    checks.withLock { checks in
      checks.removeAll { $0.name == check.name }
      checks.append(check)
    }
  }

  public static func pass(
    _ name: SignInCheck.Name, expected: @autoclosure () -> String? = nil,
    seen: @autoclosure () -> String? = nil
  ) {
    guard let current else { return }
    current.note(SignInCheck(name, .passed, expected: expected(), seen: seen()))
  }

  public static func note(_ name: SignInCheck.Name, seen: @autoclosure () -> String? = nil) {
    guard let current else { return }
    current.note(SignInCheck(name, .noted, seen: seen()))
  }
}
