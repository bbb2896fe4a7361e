import Identity
import Testing

@testable import IdentityProviders

@Suite("The leave for a provider's own private host")
struct PrivateHostTests {
  // Fails when the leave covers every address of the provider.
  @Test(
    "covers that host, and no other that the provider's documents name",
    arguments: [
      ("https://login.internal/keys", true), ("http://login.internal:8443/keys", true),
      ("http://127.0.0.1/keys", false), ("http://keys.login.internal/", false),
      ("http://login.internal.example.com/", false),
      ("no address", false),
    ])
  func host(_ address: String, _ isAllowed: Bool) {
    var endpoints = ProviderEndpoints()
    endpoints.privateHost = "login.internal"
    #expect(endpoints.allowsPrivateAddresses(of: address) == isAllowed)
  }

  // Fails when hosts are compared as they are written.
  @Test(
    "covers an address in each of its forms, and no other address",
    arguments: [
      ("::1", "http://[0:0:0:0:0:0:0:1]:8443/keys", true), ("0:0:0:0:0:0:0:1", "http://[::1]/keys", true),
      ("10.0.0.1", "http://[::ffff:a00:1]/keys", true), ("::ffff:10.0.0.1", "http://10.0.0.1/keys", true),
      ("::1", "http://[::2]/keys", false), ("10.0.0.1", "http://[::ffff:10.0.0.2]/keys", false),
    ])
  func addresses(_ host: String, _ address: String, _ isAllowed: Bool) {
    var endpoints = ProviderEndpoints()
    endpoints.privateHost = host
    #expect(endpoints.allowsPrivateAddresses(of: address) == isAllowed)
  }

  @Test("is given where the operator allows private addresses at large")
  func everywhere() {
    var endpoints = ProviderEndpoints()
    endpoints.allowPrivateAddresses = true
    #expect(endpoints.allowsPrivateAddresses(of: "http://127.0.0.1/keys"))
    #expect(!ProviderEndpoints().allowsPrivateAddresses(of: "http://127.0.0.1/keys"))
  }
}
