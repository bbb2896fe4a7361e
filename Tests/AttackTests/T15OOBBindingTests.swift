import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T15: a mailed code at another project or tenant", .fewAtOnce)
struct T15OOBBindingTests {
  // Fails when ArtifactVault.read compares no scope.
  @Test("codes of one project fail at another, where the same address has an account")
  func projects() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      var keys: [String] = []
      for name in ["project-a", "project-b"] {
        let project = try await server.addProject(name)
        _ = try await server.backend.projects.update(project.id) { (project) throws(IdentityError) in
          project.signIn.emailLinkEnabled = true
        }
        keys.append(project.apiKeys[0])
        _ = try await server.signUp("ann@example.com", "correct horse", key: project.apiKeys[0])
      }
      let reset = try await server.resetCode("ann@example.com", key: keys[0])
      let link = try await server.signInLinkCode("ann@example.com", key: keys[0])
      expectRefused(
        try await server.resetPassword(reset, to: "a new password", key: keys[1]), "INVALID_OOB_CODE")
      expectRefused(try await server.resetPassword(reset, to: nil, key: keys[1]), "INVALID_OOB_CODE")
      expectRefused(
        try await server.signInWithLink(link, email: "ann@example.com", key: keys[1]), "INVALID_OOB_CODE")
      let query = FormURLEncoded([("mode", "resetPassword"), ("oobCode", reset), ("apiKey", keys[1])]).text
      #expect(try await server.send("GET", "/__/auth/action?" + query).status == 400)
      #expect(try await server.resetPassword(reset, to: "a new password", key: keys[0]).status == 200)
      #expect(
        try await server.signInWithPassword("ann@example.com", "correct horse", key: keys[1]).status == 200)
    }
  }

  // Fails when ArtifactVault.read compares no scope, by the codes of a sign-in: the account that a reset is for is
  // looked for in the caller's tenant alone.
  @Test("codes of a tenant fail at its project and at another tenant, and the other way about")
  func tenants() async throws {
    try await TestServer.run { server in
      let tenants = [nil, try await server.openTenant("one"), try await server.openTenant("two")]
      func named(_ tenant: Tenant?) -> [String: JSONValue] {
        tenant.map { ["tenantId": .string($0.id.rawValue)] } ?? [:]
      }
      var codes: [String] = []
      var links: [String] = []
      for tenant in tenants {
        var message = named(tenant)
        message["email"] = "ann@example.com"
        message["password"] = "correct horse"
        _ = try TestSession(try await server.call("accounts:signUp", .object(message)))
        message["password"] = nil
        codes.append(try await server.oobCode("PASSWORD_RESET", to: "ann@example.com", message))
        message["continueUrl"] = "http://localhost/done"
        message["canHandleCodeInApp"] = true
        message["email"] = "bob@example.com"
        links.append(try await server.oobCode("EMAIL_SIGNIN", to: "bob@example.com", message))
      }
      for (index, owner) in tenants.enumerated() {
        for tenant in tenants where tenant?.id != owner?.id {
          expectRefused(
            try await server.resetPassword(codes[index], to: "a new password", named(tenant)),
            "INVALID_OOB_CODE")
          expectRefused(
            try await server.signInWithLink(links[index], email: "bob@example.com", named(tenant)),
            "INVALID_OOB_CODE")
        }
      }
      for (index, owner) in tenants.enumerated() {
        #expect(
          try await server.resetPassword(codes[index], to: "a new password", named(owner)).status == 200)
        #expect(
          try await server.signInWithLink(links[index], email: "bob@example.com", named(owner)).status == 200)
      }
    }
  }
}
