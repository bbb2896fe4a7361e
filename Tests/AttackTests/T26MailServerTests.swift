import Identity
import IdentityProviders
import IdentityWire
import Messaging
import Operations
import Secrets
import TestSupport
import Testing

@Suite("T26: server-side request forgery by a project's mail server", .fewAtOnce)
struct T26MailServerTests {
  private static func smtp(_ host: String, _ port: Int, mode: String = "START_TLS") -> JSONValue {
    [
      "notification": [
        "sendEmail": [
          "method": "CUSTOM_SMTP",
          "smtp": [
            "host": .string(host), "port": .integer(Int64(port)), "securityMode": .string(mode),
            "senderEmail": "noreply@example.com",
          ],
        ]
      ]
    ]
  }

  private static let mask = "config?updateMask=notification.sendEmail"

  // Fails when ProjectDeliveries does not look at the resolved addresses, or libcurl resolves the name itself.
  @Test("no mail reaches this machine or its neighbours unless the operator named the host")
  func privateAddresses() async throws {
    var options = TestServer.Options()
    options.privateFunctionHosts = ["mail.internal"]
    try await StubListener.run { target in
      let port = target.port
      try await TestServer.run(options) { server in
        for host in [
          "127.0.0.1", "localhost", "::1", "0.0.0.0", "169.254.169.254", "2130706433", "0x7f.1", "127.1",
          "mail.internal.localhost", "10.0.0.1",
        ] {
          for port in [port, 25, 587] {
            let refused = try await server.configure("PATCH", Self.mask, Self.smtp(host, port))
            expectRefused(refused, "INVALID_CONFIG", host)
          }
          // As a name that leads there, or what another server stored in the same database.
          try await server.changeProject {
            $0.mailServer = ProjectMailServer(host: host, port: port, senderAddress: "noreply@example.com")
          }
          let reason = try await server.backend.administration.sendTestMail(
            of: try await server.project(), to: "ada@example.com")
          #expect(reason != nil, "\(host)")
          await #expect(throws: DeliveryFailure.self, "\(host)") {
            _ = try await server.backend.deliveries.addresses(of: SMTPSettings(host: host, port: 587))
          }
        }
      }
      #expect(target.connections == 0)
    }
  }

  /// Knows every name, and that it leads to the same addresses.
  private struct FixedResolver: HostResolver {
    let known: [IPAddress]
    func addresses(of host: String) async -> [IPAddress] { known }
  }

  // Fails when a name's private addresses are kept beside its public ones.
  @Test("a name that leads here leads nowhere, and of several addresses only the public ones count")
  func resolvedNames() async throws {
    try await TestServer.run { server in
      func addresses(_ known: [String], named: Set<String> = []) async throws -> [String] {
        try await ProjectDeliveries(
          projects: server.backend.projects, http: OutgoingHTTP(), privateHosts: PrivateHosts(named),
          resolver: FixedResolver(known: known.compactMap { IPAddress($0) }), clock: server.clock,
          log: CapturedLog().logger
        ).addresses(of: SMTPSettings(host: "smtp.example.com", port: 587))
      }
      for known in [["127.0.0.1"], ["10.0.0.1", "::1"], ["169.254.169.254"], []] {
        await #expect(throws: DeliveryFailure.self, "\(known)") { _ = try await addresses(known) }
      }
      let mixed = try await addresses(["10.0.0.1", "8.8.8.8", "::1"])
      #expect(mixed == ["8.8.8.8"])
      let named = try await addresses(["10.0.0.1"], named: ["smtp.example.com"])
      #expect(named == ["10.0.0.1"])
    }
  }

  // Fails when the result of a test says which of the two it is.
  @Test("a test message does not tell an unknown host from one in a private network; the server's log does")
  func probedNames() async throws {
    try await TestServer.run { server in
      func reasons(_ known: [String], named: Set<String> = []) async throws -> (String, log: String) {
        let log = CapturedLog()
        let resolver = FixedResolver(known: known.compactMap { IPAddress($0) })
        let deliveries = ProjectDeliveries(
          projects: server.backend.projects, http: OutgoingHTTP(resolver: resolver),
          privateHosts: PrivateHosts(named), resolver: resolver, clock: server.clock, log: log.logger)
        var texts: [String] = []
        do throws(DeliveryFailure) {
          _ = try await deliveries.addresses(of: SMTPSettings(host: "db.example.com", port: 587))
        } catch {
          texts.append(error.reason)
        }
        var gateway = ProjectSMSGateway(.webhook)
        gateway.url = "https://db.example.com/send"
        let settings = gateway.settings(secret: Secret(String(repeating: "k", count: 24)))
        let outcome = await settings.send(
          "A test.", to: "+15555550123", of: TestServer.project.rawValue, through: deliveries, id: "test",
          clock: server.clock)
        if case .temporary(let reason, _, _) = outcome { texts.append(reason) }
        return (texts.joined(separator: "\n"), log.text)
      }
      let unknown = try await reasons([])
      let hidden = try await reasons(["10.0.0.1"])
      #expect(unknown.0 == hidden.0 && unknown.0.split(separator: "\n").count == 2, "\(hidden.0)")
      #expect(unknown.0.contains("the SMS gateway cannot be used"), "\(unknown.0)")
      #expect(unknown.log.contains("the host has no address") && unknown.log.contains("db.example.com"))
      #expect(hidden.log.contains("the address is a private one") && hidden.log.contains("db.example.com"))
      // The operator named this one, so that there is nothing to hide.
      let named = try await reasons([], named: ["db.example.com"])
      #expect(named.0 != unknown.0 && named.0.contains("the host has no address"), "\(named.0)")
    }
  }

  // Fails when every port and every protection is let through.
  @Test("other ports than those of mail, and connections without TLS, are refused")
  func ports() async throws {
    try await TestServer.run { server in
      for port in [22, 80, 6379, 11_211] {
        let refused = try await server.configure("PATCH", Self.mask, Self.smtp("smtp.example.com", port))
        expectRefused(refused, "INVALID_CONFIG", "\(port)")
      }
      let plain = try await server.configure(
        "PATCH", Self.mask, Self.smtp("smtp.example.com", 25, mode: "NONE"))
      expectRefused(plain, "INVALID_CONFIG", "without TLS")
      for port in [25, 465, 587, 2525] {
        let taken = try await server.configure("PATCH", Self.mask, Self.smtp("smtp.example.com", port))
        #expect(taken.status == 200, "\(taken.text)")
      }
    }
  }

  // Fails when a stored password goes along to another host.
  @Test("who may change the host does not get the password by it, and no answer has it")
  func password() async throws {
    try await TestServer.run { server in
      try await server.backend.administration.changeMailServer(
        of: TestServer.project, password: Secret("hidden-password")
      ) {
        var known = ProjectMailServer(host: "smtp.example.com", senderAddress: "noreply@example.com")
        known.username = "app"
        $0 = known
      }
      let shown = try await server.configure("GET", "config")
      #expect(shown.json["notification"]?["sendEmail"]?["smtp"]?["hasPassword"] == true)
      #expect(!shown.text.contains("hidden-password"))
      for (field, value) in [
        ("host", "evil.example" as JSONValue), ("port", 465), ("securityMode", "SSL"),
      ] {
        let refused = try await server.configure(
          "PATCH", "config?updateMask=notification.sendEmail.smtp.\(field)",
          ["notification": ["sendEmail": ["smtp": [field: value]]]])
        expectRefused(refused, "INVALID_CONFIG", field)
      }
      let renamed = try await server.configure(
        "PATCH", "config?updateMask=notification.sendEmail.smtp.senderName",
        ["notification": ["sendEmail": ["smtp": ["senderName": "App"]]]])
      #expect(renamed.status == 200, "\(renamed.text)")
      let kept = try await server.project().mailServer
      #expect(kept?.sealedPassword != nil && kept?.senderName == "App")
    }
  }

  // Fails when a project's SMS gateway is asked by another client than the guarded one.
  @Test("no text message reaches this machine unless the operator named the host")
  func gateways() async throws {
    var options = TestServer.Options()
    options.privateFunctionHosts = ["sms.internal"]
    try await StubListener.run { target in
      let port = target.port
      try await TestServer.run(options) { server in
        let secret = Secret(String(repeating: "k", count: 24))
        let sealed = try server.backend.secretBox.seal(
          Array(secret.reveal().utf8), context: ProjectSMSGateway.sealingContext(of: TestServer.project))
        for host in ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "2130706433"] {
          for scheme in ["https", "http"] {
            let url = "\(scheme)://\(host):\(port)/send"
            let refused = try await server.configure(
              "PATCH", "smsGatewayConfig?updateMask=gateway,url,secret",
              ["gateway": "WEBHOOK", "url": .string(url), "secret": .string(secret.reveal())])
            expectRefused(refused, "INVALID_CONFIG", url)
            try await server.changeProject {
              var gateway = ProjectSMSGateway(.webhook)
              gateway.url = url
              gateway.sealedSecret = Array(sealed)
              $0.smsGateway = gateway
            }
            let reason = try await server.backend.administration.sendTestSMS(
              of: try await server.project(), to: "+15555550123")
            #expect(reason != nil, "\(url)")
          }
        }
      }
      #expect(target.connections == 0)
    }
  }
}
