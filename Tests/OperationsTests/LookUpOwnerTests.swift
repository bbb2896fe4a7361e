import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations

@Suite("The owner of look-ups")
struct LookUpOwnerTests {
  // Fails when operations resolve names in the operator's name: then one project could use up all look-ups.
  @Test("host names that an operation resolves count for its project")
  func operation() async throws {
    try await TestServer.run { server in
      let caller = try await TrialTester(server).caller()
      let owner = try await server.service.audited(nil, caller) { () async throws(IdentityError) in
        LookUpOwner.current
      }
      #expect(owner == TestServer.project.rawValue)
      #expect(LookUpOwner.current == nil)
    }
  }
}
