import Identity
import Operations

/// The content of the page of an administrator's roles in single projects.
struct AdministratorRoles: Sendable {
  struct Row: Sendable {
    let project: String
    let roles: [AdministratorList.RoleChoice]
  }

  let email: String
  /// The path that the forms are sent to.
  let path: String
  let back: String
  /// True if the groups at the OpenID provider decide the roles.
  let isManaged: Bool
  /// The role for the whole server.
  let everywhere: String
  let rows: [Row]
  /// The projects in which the administrator has no role of their own.
  let others: [String]
  let hasOthers: Bool
  let roles: [AdministratorList.RoleChoice]

  init(of administrator: ConsoleAdministrator, _ request: RootRequest) async throws {
    let texts = request.texts
    let rights = administrator.rights
    email = administrator.email
    path = "\(AdministratorRoutes.path)/\(ConsolePath.encode(administrator.id.rawValue))/roles"
    back = AdministratorRoutes.path
    isManaged = administrator.isManaged
    everywhere =
      rights.everywhere.map { texts("frame.role.\($0.rawValue)") } ?? texts("administrators.noRole")
    rows = rights.projects.sorted { $0.key.rawValue < $1.key.rawValue }.map { project, role in
      Row(
        project: project.rawValue, roles: AdministratorList.choices(role, mayBeNone: true, texts))
    }
    others = try await request.domain.projects().map(\.id).filter { rights.projects[$0] == nil }.map(
      \.rawValue)
    hasOthers = !others.isEmpty
    roles = AdministratorList.choices(.viewer, mayBeNone: false, texts)
  }
}
