import Identity
import Testing

@testable import Operations

@Suite("A revocation that waits")
struct QueuedRevocationTests {
  // Fails when a project, a tenant or a provider is left out of the name: one that is down would hold up another.
  @Test("has a share of its own for each provider of each project and tenant")
  func shares() throws {
    let one = try #require(ProjectID(rawValue: "project-one"))
    let other = try #require(ProjectID(rawValue: "project-two"))
    let scopes = [
      Scope(project: one), Scope(project: other), Scope(project: one, tenant: TenantID(rawValue: "tenant-a")),
      Scope(project: one, tenant: TenantID(rawValue: "tenant-b")),
    ]
    let shares = scopes.flatMap { scope in
      ["oidc.x", "oidc.y"].map { QueuedRevocation.share(of: $0, in: scope) }
    }
    #expect(Set(shares).count == 8)
  }
}
