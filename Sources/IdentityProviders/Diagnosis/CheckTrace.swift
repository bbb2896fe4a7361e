import Synchronization

/// Records the passed checks of a federated sign-in, so that the caller can show them. A failed check is
/// not recorded here: the thrown error reports it.
public final class CheckTrace: Sendable {
  /// Nil in ordinary sign-ins, which are not traced.
  @TaskLocal public static var current: CheckTrace?

  private let checks = Mutex<[SignInCheck]>([])

  public init() {}

  /// The passed checks in order. A repeated check appears once, at the position of its last pass.
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
