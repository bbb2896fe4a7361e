/// An administrator's rights in the console. Each role includes the rights of the roles before it.
public enum ConsoleRole: String, Sendable, Comparable, CaseIterable, Codable {
  /// Sees everything except secrets.
  case viewer
  /// Changes users and settings.
  case editor
  /// Also manages the administrators, service accounts and tokens, and exports users.
  case owner

  public static func < (one: ConsoleRole, other: ConsoleRole) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
