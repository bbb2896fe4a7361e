import Identity
import IdentityWire

extension ProjectDirectory {
  /// The console's own project, whose users are the administrators; nil until the first of them is made. It is no
  /// other operation's business: ``project(_:)`` and all else here act as if it was not there.
  public func consoleProject() async throws(IdentityError) -> Project? {
    try await cache.value("console") { () async throws(StoreError) in try await self.store.project(.console) }
  }
}

extension IdentityError {
  static let reservedProject = IdentityError.refused(
    .invalidProjectID, "\"\(ProjectID.console)\" is the name of the console's own project.")
}
