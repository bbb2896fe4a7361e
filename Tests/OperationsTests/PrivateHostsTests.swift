import Identity
import Testing

@testable import Operations

@Suite("The hosts that the operator allows to be private")
struct PrivateHostsTests {
  // Fails when addresses are compared as they are written, or when IPv4 in IPv6 is another address (each alone).
  @Test(
    "an address is the same host in each of its forms, and a name in upper and lower case",
    arguments: [
      ("::1", "::1", true), ("::1", "0:0:0:0:0:0:0:1", true), ("0:0:0:0:0:0:0:1", "::1", true),
      ("::1", "::0.0.0.1", true), ("::1", "::2", false), ("fd00::7", "FD00:0:0::0007", true),
      ("fd00:0:0::0007", "fd00::7", true), ("fd00::7", "fd00::70", false),
      ("10.0.0.1", "::ffff:10.0.0.1", true), ("10.0.0.1", "::FFFF:a00:1", true),
      ("::ffff:10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "::ffff:10.0.0.2", false),
      // Other forms of IPv6 with an IPv4 address lead elsewhere, or through a gateway.
      ("10.0.0.1", "::10.0.0.1", false), ("10.0.0.1", "64:ff9b::a00:1", false),
      ("10.0.0.1", "2002:a00:1::", false),
      // Other forms of IPv4 are no addresses to the server.
      ("10.0.0.1", "10.1", false), ("10.0.0.1", "167772161", false), ("10.0.0.1", "010.0.0.1", false),
      ("localhost", "LOCALHOST", true), ("localhost", "127.0.0.1", false), ("localhost", "::1", false),
      ("login.internal", "login.internal.example.com", false), ("::1", "::1%lo", false),
    ])
  func forms(_ named: String, _ host: String, _ isNamed: Bool) {
    let hosts = PrivateHosts([named])
    #expect(hosts.contain(host: host) == isNamed)
    guard !host.contains("%") else { return }
    let address = "https://\(host.contains(":") ? "[\(host)]" : host):8443/hook"
    #expect(hosts.contain(hostOf: address) == isNamed, "\(address)")
    var settings = ProviderSettings(providerID: "oidc.company", enabled: true, clientID: "web")
    settings.endpoints.privateHost = host.lowercased()
    #expect((hosts.bounding(settings).endpoints.privateHost != nil) == isNamed)
  }
}
