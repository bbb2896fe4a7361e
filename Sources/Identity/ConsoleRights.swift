/// The rights of an administrator in the console: a role for the whole server, roles for named projects, or
/// both.
public struct ConsoleRights: Sendable, Equatable {
  /// The maximum number of projects in which one administrator has a separate role.
  public static let maximumProjects = 50

  /// The role in every project and for the server itself; nil for none.
  public var everywhere: ConsoleRole?
  /// The roles in single projects. A role here may be higher than ``everywhere``.
  public var projects: [ProjectID: ConsoleRole]

  public init(everywhere: ConsoleRole? = nil, projects: [ProjectID: ConsoleRole] = [:]) {
    self.everywhere = everywhere
    self.projects = projects
  }

  /// True if the administrator has no role anywhere.
  public var isEmpty: Bool { everywhere == nil && projects.isEmpty }

  /// Returns the role in a project: the higher of the project's role and ``everywhere``. Nil if the administrator must
  /// not learn whether the project exists.
  public func role(in project: ProjectID) -> ConsoleRole? {
    guard project != .console else { return nil }
    return [everywhere, projects[project]].compactMap(\.self).max()
  }

  /// Adds a role. A higher existing role stays.
  ///
  /// - Parameter project: nil for the whole server.
  public mutating func add(_ role: ConsoleRole, in project: ProjectID?) {
    guard let project else {
      everywhere = max(everywhere ?? role, role)
      return
    }
    projects[project] = max(projects[project] ?? role, role)
  }

  /// Replaces a role.
  ///
  /// - Parameters:
  ///   - role: nil to remove the role.
  ///   - project: nil for the whole server.
  public mutating func set(_ role: ConsoleRole?, in project: ProjectID?) {
    guard let project else {
      everywhere = role
      return
    }
    projects[project] = role
  }

  /// All roles as text, for logs and lists: `viewer, shop=editor`.
  public var text: String {
    let everywhere = everywhere.map { [$0.rawValue] } ?? []
    let single = projects.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\($0.key)=\($0.value.rawValue)"
    }
    return (everywhere + single).joined(separator: ", ")
  }
}
