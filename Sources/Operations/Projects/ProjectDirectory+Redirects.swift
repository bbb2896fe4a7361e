import Identity

extension ProjectDirectory {
  /// Returns the redirect URI of a project's providers.
  public func redirectAddress(of project: Project) async throws(IdentityError) -> RedirectAddress {
    var known = try await cachedProjects()
    // Another process may have added the project, and others before it, a moment ago.
    if !known.contains(where: { $0.id == project.id }) { known = try await all() }
    return RedirectAddress(of: project, among: known)
  }

  /// Returns the time of creation of a new project. It is later than that of every other project, because the first one
  /// has a right of its own (``RedirectAddress``), and the clocks of nodes differ.
  func creationTime() async throws(IdentityError) -> Instant {
    let now = clock.now()
    let latest = try await all().map(\.createdAt).max()
    return latest.map { max(now, $0.adding(milliseconds: 1)) } ?? now
  }
}
