import Identity
import IdentityWire

extension ProjectAdministration {
  /// Lets sign-ins return to a host and its sub-domains. Adding an existing host changes nothing.
  ///
  /// - Throws: `INVALID_DOMAIN`, `PROJECT_NOT_FOUND`.
  public func addDomain(_ domain: String, to id: ProjectID) async throws(IdentityError) -> Project {
    let name = try RegisteredName.domain(domain)
    return try await projects.update(id) { (project) throws(IdentityError) in
      guard !project.authorizedDomains.contains(name) else { return }
      project.authorizedDomains.append(name)
    }
  }

  /// - Throws: `DOMAIN_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func removeDomain(_ domain: String, from id: ProjectID) async throws(IdentityError) -> Project {
    let name = domain.lowercased()
    return try await projects.update(id) { (project) throws(IdentityError) in
      guard let index = project.authorizedDomains.firstIndex(of: name) else {
        throw .refused(.domainNotFound, "\"\(domain.prefix(100))\" is not a domain of the project.")
      }
      project.authorizedDomains.remove(at: index)
    }
  }
}
