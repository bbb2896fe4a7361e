import Identity
import IdentityProviders
import IdentityWire
import Logging
import SAML
import WorkPool

/// Updates SAML providers from the metadata that they publish: their certificates, which they replace from
/// time to time, and their sign-in address.
public struct SAMLMetadataRefresh: Sendable {
  private let service: IdentityService

  public init(service: IdentityService) { self.service = service }

  /// The time after which a project that got no turn waits for the next refresh.
  private static let patience = Duration.seconds(3_600)

  /// Reads the metadata of all providers once. A failure is noted in the provider's settings, and the settings stay
  /// in force. Projects take turns, so slow answers to one project do not delay the others.
  ///
  /// - Returns: the number of providers whose settings changed.
  public func run() async throws(IdentityError) -> Int {
    let places = SharedPlaces(.samlMetadata)
    let projects = Dictionary(grouping: try await kept(), by: \.scope.project)
    return await withTaskGroup(of: Int.self) { group in
      for (project, all) in projects {
        let lanes = SharedPool.samlMetadata.share
        for lane in 0..<lanes {
          let own = stride(from: lane, to: all.count, by: lanes).map { all[$0] }
          group.addTask { await refresh(own, of: project, in: places) }
        }
      }
      return await group.reduce(0, +)
    }
  }

  /// Updates providers one after the other. Each request has its turn.
  private func refresh(_ all: [Kept], of project: ProjectID, in places: SharedPlaces) async -> Int {
    var count = 0
    for kept in all {
      guard let place = await places.turn(of: project.rawValue, atMost: Self.patience) else { break }
      if await owned(kept.settings, in: kept.scope) { count += 1 }
      place.leave()
    }
    return count
  }

  private struct Kept: Sendable {
    var settings: SAMLProviderSettings
    var scope: Scope
  }

  /// Returns the providers that are updated from metadata.
  private func kept() async throws(IdentityError) -> [Kept] {
    var kept: [Kept] = []
    func add(_ providers: [SAMLProviderSettings], _ scope: Scope) {
      for settings in providers where settings.metadata != nil {
        kept.append(Kept(settings: settings, scope: scope))
      }
    }
    for project in try await service.projects.all() {
      add(project.samlProviders, Scope(project: project.id))
      var last: TenantID?
      while true {
        let tenants = try await service.projects.tenants(in: project.id, after: last, limit: 100)
        for tenant in tenants {
          add(tenant.samlProviders, Scope(project: project.id, tenant: tenant.id))
        }
        guard tenants.count == 100 else { break }
        last = tenants.last?.id
      }
    }
    return kept
  }

  /// Updates a provider. The look-up of its host counts for its project.
  private func owned(_ settings: SAMLProviderSettings, in scope: Scope) async -> Bool {
    await LookUpOwner.$current.withValue(scope.project.description) {
      await refresh(settings, in: scope)
    }
  }

  private func refresh(_ settings: SAMLProviderSettings, in scope: Scope) async -> Bool {
    let cause: String
    var isChanged = false
    do throws(IdentityError) {
      let refreshed = try await service.refreshed(settings, in: scope)
      isChanged =
        refreshed?.idpCertificates != settings.idpCertificates || refreshed?.ssoURL != settings.ssoURL
      guard let failure = refreshed?.metadata?.failure else { return isChanged }
      cause = failure
    } catch {
      cause = "\(error)"
    }
    service.log.warning(
      "a SAML provider's metadata could not be read",
      metadata: [
        "provider": "\(settings.providerID)", "project": "\(scope.project)", "cause": "\(cause)",
      ])
    return isChanged
  }
}

extension IdentityService {
  /// Updates a provider from its metadata. Writes nothing if nothing changed.
  ///
  /// - Returns: nil if the settings were deleted meanwhile, or now use other metadata.
  fileprivate func refreshed(_ settings: SAMLProviderSettings, in scope: Scope) async throws(IdentityError)
    -> SAMLProviderSettings?
  {
    guard let source = settings.metadata else { return settings }
    let result: Result<SAMLMetadata, IdentityError>
    do throws(IdentityError) {
      result = .success(try await metadata(at: source.url))
    } catch {
      result = .failure(error)
    }
    // If the server is stopping, the failure is not the provider's.
    guard !Task.isCancelled else { return settings }
    let now = clock.now()
    var expected = settings
    expected.take(result, now: now)
    guard expected != settings else { return settings }
    let list = try await projects.updateProviders(in: scope) { list in
      guard var stored = list.samlProvider(settings.providerID), stored.metadata?.url == source.url else {
        return
      }
      stored.take(result, now: now)
      list.set(stored)
    }
    let stored = list.samlProvider(settings.providerID)
    return stored?.metadata?.url == source.url ? stored : nil
  }
}

extension SAMLProviderSettings {
  /// Applies metadata to the settings. Refuses metadata of another provider, and metadata that changes an address
  /// from https to http.
  mutating func take(_ result: Result<SAMLMetadata, IdentityError>, now: Instant) {
    let found: SAMLMetadata
    switch result {
    case .success(let metadata): found = metadata
    case .failure(let error):
      metadata?.failure = error.signInReport.sentence
      return
    }
    guard found.entityID.hasSameBytes(as: idpEntityID) else {
      metadata?.failure = "The metadata is of another identity provider."
      return
    }
    guard found.ssoURL.hasPrefix("https://") || !ssoURL.hasPrefix("https://"),
      let address = ReturnPolicy.webURL(found.ssoURL), address.fragment() == nil
    else {
      metadata?.failure = "The metadata names no https address to sign in at."
      return
    }
    let hasKey = found.certificates.contains { certificate in
      SAMLCertificate.der(pem: certificate.pem).map { SAMLResponse.accepts(certificate: Array($0)) } ?? false
    }
    guard hasKey else {
      metadata?.failure = "The metadata holds no certificate with a key that is accepted."
      return
    }
    metadata?.failure = nil
    let known = Set(idpCertificates.compactMap { SAMLCertificate.der(pem: $0) })
    let published = found.certificates.map(\.pem)
    let isSame =
      known == Set(published.compactMap { SAMLCertificate.der(pem: $0) })
      && ssoURL.hasSameBytes(as: found.ssoURL)
    guard !isSame else { return }
    idpCertificates = published
    ssoURL = found.ssoURL
    metadata?.changedAt = now
  }
}
