import Identity
import NIOSSL
import Secrets
import TestSupport
import Testing

@testable import Messaging

@Suite("Certificates of SMS gateways", .fewAtOnce, .timeLimit(.minutes(15)))
struct SMSGatewayCertificateTests {
  /// Hands a message to a server by a name and by its address, and says for each whether it was asked.
  private static func asked(_ certificate: TestCertificate) async throws -> (name: Bool, address: Bool) {
    try await withTemporaryDirectory { directory in
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      return try await ServingServer.run(options) { server in
        func isAsked(_ host: String) async throws -> Bool {
          let settings = SMSGatewaySettings(
            .webhook, url: "https://\(host):\(server.port)/nothing",
            secret: Secret(String(repeating: "x", count: 32)))
          let clock = SettableClock()
          let gateway = SMSGateway(settings, clock: clock, tls: try certificate.clientConfiguration())
          let message = QueuedMessage(
            content: .sms(.init(to: "+15555550100", text: "x")), isDecoy: false, project: "example")
          let outcome = await gateway.deliver(message, id: "1", createdAt: clock.now())
          await gateway.close()
          switch outcome {
          case .temporary("the SMS gateway cannot be reached", true, nil): return false
          case .temporary(let reason, _, _) where reason.contains("404"): return true
          default: throw TestFailure("\(outcome)")
          }
        }
        return (try await isAsked("localhost"), try await isAsked("127.0.0.1"))
      }
    }
  }

  // Fails when SMSGateway does not require the certificate for the name.
  @Test("a gateway is handed messages under the names of its certificate alone")
  func names() async throws {
    #expect(try await Self.asked(TestCertificate()) == (false, true))
    #expect(try await Self.asked(TestCertificate(of: "localhost")) == (true, false))
    #expect(try await Self.asked(TestCertificate(of: "localhost", alsoOfAddress: true)) == (true, true))
  }
}
