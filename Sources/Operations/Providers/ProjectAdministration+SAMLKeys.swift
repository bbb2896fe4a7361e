import Identity
import IdentityWire
import Tokens

/// The keys that sign a project's requests to SAML providers. A new key is first published to providers
/// (``prepareSAMLKey(in:)``). Once the providers know the key, it begins to sign requests (``changeSAMLKey(in:)``).
extension ProjectAdministration {
  /// Makes the project's first key, if it has none.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`.
  @discardableResult
  public func makeSAMLKeys(in id: ProjectID) async throws(IdentityError) -> Project {
    try await projects.havingSAMLKeys(id, now: clock.now())
  }

  /// Publishes a new key beside the signing key. Replaces any other published key.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`.
  public func prepareSAMLKey(in id: ProjectID) async throws(IdentityError) -> Project {
    let key = try await projects.newSAMLKey(of: id, now: clock.now())
    return try await projects.update(id) { project in
      if project.samlKeys == nil {
        project.samlKeys = SAMLKeys(current: key)
      } else {
        project.samlKeys?.prepare(key)
      }
    }
  }

  /// Makes the other published key the signing key. The former signing key stays published.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`, `INVALID_CONFIG` if there is no other key.
  public func changeSAMLKey(in id: ProjectID) async throws(IdentityError) -> Project {
    try await projects.update(id) { (project) throws(IdentityError) in
      guard project.samlKeys?.change() == true else {
        throw .invalidConfig(
          "There is no other key to sign with. Make one first, and give its certificate to the "
            + "providers.")
      }
    }
  }
}

extension ProjectDirectory {
  /// Returns the project with a key for signing requests. Makes the key if there is none.
  func havingSAMLKeys(_ id: ProjectID, now: Instant) async throws(IdentityError) -> Project {
    guard let project = try await project(id) else { throw .refused(.projectNotFound) }
    if project.samlKeys != nil { return project }
    let key = try await newSAMLKey(of: id, now: now)
    return try await update(id) { project in
      if project.samlKeys == nil { project.samlKeys = SAMLKeys(current: key) }
    }
  }

  func newSAMLKey(of id: ProjectID, now: Instant) async throws(IdentityError) -> SAMLKeys.Key {
    do throws(SigningKey.Failure) {
      let key = try await SAMLRequestKey.generate(
        commonName: "saml." + id.rawValue.prefix(59), now: now)
      return try seal(key, of: id, now: now)
    } catch {
      throw .unavailable(.internalError, cause: "a key for SAML requests could not be made: \(error)")
    }
  }
}
