import Identity
import IdentityWire
import Tokens

extension ProjectAdministration {
  /// Sets the signature algorithm of a project's ID tokens. Makes the first key for it if there is none.
  ///
  /// - Returns: the project, and the time from which its tokens are signed with the algorithm.
  /// - Throws: `PROJECT_NOT_FOUND`; `UNAVAILABLE` if no key could be made.
  public func changeTokenAlgorithm(
    to algorithm: TokenAlgorithm, in id: ProjectID, keys: KeyRing
  ) async throws(IdentityError) -> (project: Project, from: Instant) {
    let now = clock.now()
    let first: KeyRing.Entry
    do {
      // Made before the project is written, so that every node that reads the project finds the key.
      first = try await keys.prepare(algorithm, now: now)
    } catch {
      throw .unavailable(.unavailable, cause: "signing keys: \(error)")
    }
    let project = try await projects.update(id) { (project) throws(IdentityError) in
      project.tokenAlgorithm = algorithm
    }
    return (project, max(first.activeFrom, now))
  }

  /// Sets the issuer of a project's new ID tokens. Tokens of the previous issuer are accepted for the grace
  /// period.
  ///
  /// All projects sign with the same keys. Some back ends check `iss` but forget `aud`. If their project has its own
  /// issuer, they still reject the tokens of other projects.
  ///
  /// - Parameters:
  ///   - issuer: an https address that no other project has; nil for the official one.
  ///   - grace: seconds within ``Project/issuerGracePeriods``. The grace period also limits the remaining time of
  ///     earlier issuers.
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
