import Identity
import IdentityProviders
import Messaging
import WorkPool

/// Revokes access at providers. Uses the settings and secrets that the project or tenant has at that moment.
public struct RevocationTransport: DeliveryTransport {
  private let projects: ProjectDirectory
  private let revocation: GrantRevocation
  private let privateHosts: PrivateHosts
  private let clock: any WallClock
  public let timeLimit: Int64
  public var concurrency: Int { 0 }
  public var pool: SharedPool? { .revocations }

  /// - Parameters:
  ///   - privateHosts: provider hosts that may have private addresses.
  ///   - requestTimeout: the limit for one request to a provider.
  public init(
    projects: ProjectDirectory, providers: ProviderRegistry, privateHosts: PrivateHosts,
    requestTimeout: Duration, clock: any WallClock
  ) {
    self.projects = projects
    revocation = providers.grantRevocation
    self.privateHosts = privateHosts
    self.clock = clock
    timeLimit = Int64(GrantRevocation.maximumRequests) * (requestTimeout.components.seconds + 1) + 5
  }

  /// The share of a provider in one project or tenant.
  public func share(of payload: QueuedRevocation) -> String? {
    QueuedRevocation.share(of: payload.providerID, in: payload.scope)
  }

  public func deliver(_ payload: QueuedRevocation, id: String, createdAt: Instant) async -> DeliveryOutcome {
    let providerID = displayable(payload.providerID)
    let settings: ProviderSettings
    let secrets: ProviderSecrets
    do throws(IdentityError) {
      guard let found = try await self.settings(for: payload) else {
        return .permanent(reason: "\(providerID): the provider's settings are gone")
      }
      settings = privateHosts.bounding(found)
      secrets = try projects.secrets(of: settings, in: payload.scope)
    } catch {
      return .temporary(reason: "\(providerID): \(error.cause ?? error.message)")
    }
    let outcome = await LookUpOwner.$current.withValue(payload.scope.project.description) {
      await revocation.revoke(payload.grant, with: settings, secrets: secrets, now: clock.now())
    }
    switch outcome {
    case .revoked: return .delivered
    case .failed(let reason, let isDown, let retryAfter):
      return .temporary(
        reason: "\(providerID): \(reason)", blocksChannel: isDown, retryAfter: retryAfter)
    case .refused(let reason): return .permanent(reason: "\(providerID): \(reason)")
    }
  }

  public func close() async {}

  /// Ignores whether the provider is enabled, because the account is deleted.
  private func settings(for payload: QueuedRevocation) async throws(IdentityError) -> ProviderSettings? {
    let scope = payload.scope
    guard let project = try await projects.project(scope.project) else { return nil }
    var list = project.providerList
    if let id = scope.tenant {
      guard let tenant = try await projects.tenant(id, in: scope.project) else { return nil }
      list = tenant.providerList
    }
    return list.provider(payload.providerID)?.accepting(project.apps)
  }
}
