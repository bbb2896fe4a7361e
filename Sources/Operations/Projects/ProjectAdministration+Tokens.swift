import Identity
import IdentityWire
import Tokens

extension ProjectAdministration {
  /// Decides how a project's ID tokens are signed, and makes the first key for it where there is none.
  ///
  /// - Returns: the project, and from when on its tokens are signed so.
  /// - Throws: `PROJECT_NOT_FOUND`; `UNAVAILABLE` when no key could be made.
  public func changeTokenAlgorithm(
    to algorithm: TokenAlgorithm, in id: ProjectID, keys: KeyRing
  ) async throws(IdentityError) -> (project: Project, from: Instant) {
    let now = clock.now()
    let first: KeyRing.Entry
    do {
      // Before the project says so: a node that reads the project finds the key.
      first = try await keys.prepare(algorithm, now: now)
    } catch {
      throw .unavailable(.unavailable, cause: "signing keys: \(error)")
    }
    let project = try await projects.update(id) { (project) throws(IdentityError) in
      project.tokenAlgorithm = algorithm
    }
    return (project, max(first.activeFrom, now))
  }
}
