import Identity
import IdentityWire
import Tokens

/// The client that presents a credential which names a project. Nothing about the credential is verified yet.
struct CredentialBearer: Sendable {
  /// Nil if the client's address is unknown.
  let network: ClientNetwork?
  /// Credentials that one network may make up.
  let limit: Throttle

  init(network: ClientNetwork?, _ limits: AbuseLimits) {
    self.network = network
    limit = limits.passwords.perNetwork
  }
}

extension ProjectDirectory {
  /// Searches a project for the holder of a credential: first the cached copy, then the database, because another
  /// process may have added the holder just now.
  ///
  /// Anyone can make up a credential. So a read that finds no holder counts for the client's network. Beyond the limit,
  /// a copy that is at most ``cacheLifetime`` old decides, and all clients share the reading of that copy.
  func find<Found>(in id: ProjectID, for bearer: CredentialBearer, _ look: (Project) -> Found?)
    async throws(IdentityError) -> (project: Project, found: Found)?
  {
    let kept = cache.known("id/\(id)")
    if let kept, let found = look(kept) { return (kept, found) }
    let key = LocalThrottles.Key(
      kind: "credential/network", subject: Array((bearer.network?.description ?? "").utf8))
    guard unknownCredentials.refusal(of: key, bearer.limit, now: clock.now()) == nil else {
      guard let recent = try await copy(of: id), let found = look(recent) else { return nil }
      return (recent, found)
    }
    let stored = kept == nil ? try await project(id) : try await read(id)
    guard let stored, let found = look(stored) else { return nil }
    unknownCredentials.returnTry(of: key, bearer.limit)
    if let kept, kept.revision != stored.revision { forget() }
    return (stored, found)
  }

  /// Returns the project, from the database if the cached copy lacks the service account that signed the JWT.
  func project(_ id: ProjectID, ofSignerOf token: UnverifiedJWT, from bearer: CredentialBearer)
    async throws(IdentityError) -> Project?
  {
    let found = try await find(in: id, for: bearer) { project in
      ServiceAccountJWT.mayBeSigned(token, by: project.serviceAccounts) ? project : nil
    }
    if let found { return found.project }
    return try await copy(of: id)
  }

  /// Returns the project as it was at most ``cacheLifetime`` ago. Reads at most once in this time, also for projects
  /// that do not exist.
  private func copy(of id: ProjectID) async throws(IdentityError) -> Project? {
    if let kept = cache.known("id/\(id)") { return kept }
    return try await cachedProjects().first { $0.id == id }
  }

  private func read(_ id: ProjectID) async throws(IdentityError) -> Project? {
    do { return try await store.project(id) } catch { throw IdentityError(error) }
  }
}
