import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("A project file that is refused", .fewAtOnce)
struct ProjectFileRefusalTests {
  // Fails when a value goes past the check that it has in the API.
  @Test("is refused with the place of a value that cannot be")
  func refused() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: [
          ("config/authorizedDomains", ["*.example.com"], "config"),
          ("config/signIn/anonymus", ["enabled": true], "anonymus"),
          ("config/client/apiKey", "AIza", "are only for reading"),
          ("config/notification/sendEmail/resetPasswordTemplate/subject", "x", "messageConfig"),
          ("config/sign_in", [:], "camelCase"),
          ("config/sessionConfig/idleLifetimeSeconds", 1, "config"),
          ("config/passwordPolicyConfig/passwordPolicyEnforcementState", "MAYBE", "config"),
          ("config/mfa", ["state": "MANDATORY", "enabledProviders": [], "providerConfigs": []], "MANDATORY"),
          ("config/blockingFunctions/triggers/beforeCreate/functionUri", "https://10.0.0.1/", "config"),
          ("displayName", "a\nb", "displayName"),
          ("tokenIssuer", "https://securetoken.google.com/other", "tokenIssuer"),
          ("tokenAlgorithm", "none", "tokenAlgorithm"), ("emailTrust", "all", "emailTrust"),
          ("number", "123456789012", "number"), ("apiKeys", ["AIza01234567890123456789"], "apiKeys"),
          ("apps/ios:bad id", [:], "apps/ios:bad id"), ("apps/web/appId", "../x", "apps/web"),
          ("apps/amiga", [:], "apps/amiga"), ("passkeys/rpId", "https://x", "passkeys"),
          ("providers/nobody.example", ["enabled": true], "providers/nobody.example"),
          ("providers/oidc.new", ["enabled": true, "clientId": "x"], "providers/oidc.new"),
          ("providers/github.com/clientId", "", "providers/github.com"),
          (
            "providers/google.com/appleSignInConfig", ["bundleIds": ["com.example.app"]],
            "providers/google.com"
          ),
          ("tenants/customer-a/config/displayName", "a\u{7}", "tenants/customer-a"),
          ("tenants/customer-a/config/tenantId", "x", "tenants/customer-a"),
          ("something", 1, "something"),
        ] as [(String, JSONValue, String)]
      ) { path, value, reason in
        let file = try await server.exported().replacing(path, with: value)
        let before = try await server.project()
        let error = await #expect(throws: IdentityError.self) {
          try await server.apply(file, overwrites: true)
        }
        #expect(error?.detail?.contains(reason) == true, "\(path): \(String(describing: error))")
        #expect(error?.detail?.hasPrefix("projects/example") == true, "\(String(describing: error?.detail))")
        #expect(try await server.project() == before)
      }
    }
  }

  private static let passkeys: JSONValue = [
    "rpId": "login.example.com", "expectedOrigins": ["https://login.example.com"],
  ]
  private static let issuer: JSONValue = "https://login.example.com"

  private static let conflicts: [(JSONValue, String)] = [
    (["tokenIssuer": issuer], "INVALID_ISSUER"),
    (["tokenIssuer": "https://LOGIN.example.com/"], "INVALID_ISSUER"),
    (["passkeys": passkeys], "INVALID_CONFIG"),
    (["tenants": ["team": ["passkeys": passkeys]]], "INVALID_CONFIG"),
    (["number": "123456789012"], "DUPLICATE_PROJECT_ID"),
  ]

  // Fails when a dry run does not look at other projects, or only at stored ones (each alone).
  @Test("is refused by a dry run as it is when applied, because of what another project has")
  func taken() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    let holder: JSONValue = [
      "tokenIssuer": Self.issuer, "number": "123456789012",
      "tenants": ["holder": ["passkeys": Self.passkeys]],
    ]
    try await TestServer.run(options) { server in
      let administration = server.backend.administration
      @Sendable func refusal(_ file: ProjectFile, isDryRun: Bool) async throws -> IdentityError {
        do {
          if isDryRun {
            _ = try await administration.plan(file, secrets: { _ in nil })
          } else {
            try await administration.apply(
              file, overwrites: true, keys: server.service.keyRing, secrets: { _ in nil })
          }
        } catch {
          return error
        }
        throw TestFailure("nothing is refused, dry run: \(isDryRun)")
      }
      @Sendable func check(_ projects: [String: JSONValue], _ code: String, _ what: String) async throws {
        let file = try ProjectFile(["version": 1, "projects": .object(projects)])
        for isDryRun in [true, false] {
          let error = try await refusal(file, isDryRun: isDryRun)
          #expect(error.name == code, "\(what), dry run \(isDryRun): \(error)")
        }
      }
      try await eachCase(of: Self.conflicts) { members, code in
        try await check(["a-holder": holder, "second": members], code, "in one file")
      }
      try await server.apply(holder, to: "a-holder", overwrites: true)
      try await eachCase(of: Self.conflicts) { members, code in
        try await check(["second": members], code, "stored")
      }
    }
  }

  // Fails when a dry run looks only at what is stored.
  @Test("may give a project the RP ID that another one gives up")
  func givenUp() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      try await server.apply(["passkeys": Self.passkeys], to: "a-holder", overwrites: true)
      let file = try ProjectFile([
        "version": 1, "projects": ["a-holder": ["passkeys": .null], "second": ["passkeys": Self.passkeys]],
      ])
      let administration = server.backend.administration
      let plan = try await administration.plan(file, secrets: { _ in nil })
      #expect(!plan.differences.isEmpty)
      try await administration.apply(
        file, overwrites: true, keys: server.service.keyRing, secrets: { _ in nil })
    }
  }
}
