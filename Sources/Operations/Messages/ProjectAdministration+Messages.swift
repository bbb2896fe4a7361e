import Identity
import IdentityWire

extension ProjectAdministration {
  /// Changes the project's messages.
  ///
  /// - Throws: `INVALID_CONFIG`, `UNAUTHORIZED_DOMAIN`, `PROJECT_NOT_FOUND`; the errors of `change`.
  public func changeMessages(
    in id: ProjectID, _ change: (inout ProjectMessages) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> Project {
    try await projects.update(id) { (project) throws(IdentityError) in
      var messages = project.messages
      try change(&messages)
      try messages.check(for: project)
      project.messages = messages
    }
  }

  /// Changes the project's display name, which users read in messages.
  ///
  /// - Parameter name: nil for the project's ID.
  /// - Throws: `INVALID_DISPLAY_NAME`, `PROJECT_NOT_FOUND`.
  public func changeDisplayName(to name: String?, of id: ProjectID) async throws(IdentityError) -> Project {
    try RegisteredName.display(name)
    return try await projects.update(id) { (project) throws(IdentityError) in project.displayName = name }
  }
}
