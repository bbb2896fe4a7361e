import Identity
import IdentityWire

extension ProjectDirectory {
  /// Returns the console's own project, whose users are the administrators; nil until the first administrator is added.
  /// Other operations cannot see it: ``project(_:)`` and all other methods here ignore it.
  public func consoleProject() async throws(IdentityError) -> Project? {
    try await cache.value("console") { () async throws(StoreError) in try await self.store.project(.console) }
  }
}

extension IdentityError {
  static let reservedProject = IdentityError.refused(
    .invalidProjectID, "\"\(ProjectID.console)\" is the name of the console's own project.")
}
