import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("A project file that is refused", .fewAtOnce)
struct ProjectFileRefusalTests {
  // Fails when a value goes past the check that it has in the API.
  @Test(
    "is refused with the place of a value that cannot be",
    arguments: [
      ("config/authorizedDomains", ["*.example.com"], "config"),
      ("config/signIn/anonymus", ["enabled": true], "anonymus"),
      ("config/client/apiKey", "AIza", "only shows"),
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
      ("providers/google.com/appleSignInConfig", ["bundleIds": ["com.example.app"]], "providers/google.com"),
      ("tenants/customer-a/config/displayName", "a\u{7}", "tenants/customer-a"),
      ("tenants/customer-a/config/tenantId", "x", "tenants/customer-a"),
      ("something", 1, "something"),
    ] as [(String, JSONValue, String)])
  func refused(path: String, value: JSONValue, reason: String) async throws {
    try await TestServer.run { server in
      let file = try await server.exported().replacing(path, with: value)
      let before = try await server.project()
      let error = await #expect(throws: IdentityError.self) { try await server.apply(file, overwrites: true) }
      #expect(error?.detail?.contains(reason) == true, "\(path): \(String(describing: error))")
      #expect(error?.detail?.hasPrefix("projects/example") == true, "\(String(describing: error?.detail))")
      #expect(try await server.project() == before)
    }
  }
}
