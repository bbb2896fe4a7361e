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

  /// Decides what issuer a project's new ID tokens name. Tokens of the issuer before are accepted for the grace period.
  ///
  /// All projects sign with the same keys. An issuer of one project alone keeps the others' tokens from back ends that look
  /// at `iss` and forget `aud`.
  ///
  /// - Parameters:
  ///   - issuer: an https address that no other project has; nil for the official one.
  ///   - grace: seconds, ``Project/issuerGracePeriods``. It also bounds what is left to issuers of earlier changes.
  /// - Throws: `INVALID_ISSUER`, `INVALID_CONFIG` for a grace period out of range, `PROJECT_NOT_FOUND`.
  public func changeTokenIssuer(
    to issuer: String?, grace: Int64 = Project.usualIssuerGracePeriod, in id: ProjectID
  ) async throws(IdentityError) -> Project {
    let range = Project.issuerGracePeriods
    guard range.contains(grace) else {
      throw .invalidConfig(
        "The grace period of an issuer has \(range.lowerBound) to \(range.upperBound) seconds.")
    }
    if let issuer { try RegisteredName.tokenIssuer(issuer, of: id) }
    let now = clock.now()
    return try await projects.update(id) { (project) throws(IdentityError) in
      project.changeIssuer(to: issuer, grace: grace, now: now)
    }
  }
}
