/// What an administrator may do in the console. Each role may do what those before it may.
public enum ConsoleRole: String, Sendable, Comparable, CaseIterable {
  /// Sees everything that is no secret.
  case viewer
  /// Changes users and settings.
  case editor
  /// Also says who the administrators are.
  case owner

  public static func < (one: ConsoleRole, other: ConsoleRole) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
