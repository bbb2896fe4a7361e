import Identity
import IdentityWire

/// On whose behalf an operation runs: which accounts it may see, and with which rights.
public struct Caller: Sendable {
  public enum Authority: Sendable { case apiKey, administrator }

  public var project: Project
  public var tenant: TenantID?
  public var authority: Authority

  public init(project: Project, tenant: TenantID? = nil, authority: Authority) {
    self.project = project
    self.tenant = tenant
    self.authority = authority
  }

  public var scope: Scope { Scope(project: project.id, tenant: tenant) }
  public var isAdministrator: Bool { authority == .administrator }
}
