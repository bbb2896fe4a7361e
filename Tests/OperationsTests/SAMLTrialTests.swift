import Identity
import IdentityProviders
import Operations
import TestSupport
import Testing

@Suite("Trying a SAML provider out")
struct SAMLTrialTests {
  @Test("every check passes against the lab")
  func passes() async throws {
    try await TestServer.run { server in
      let trial = try await TrialTester(server).run("saml.lab")
      #expect(trial.isPassed && trial.isEnabled, "\(trial.checks)")
      #expect(trial.checks.map(\.name) == SignInCheck.ofSAMLFlow)
      #expect(trial.checks.allSatisfy { $0.outcome == .passed }, "\(trial.checks)")
      #expect(trial.identity?.email == "ada@example.com" && trial.identity?.displayName == "Ada Lovelace")
      #expect(trial.decision?.rule == "newAccount")
      #expect(try await server.accountCount() == 0)
    }
  }

  /// A fault of the lab, and the check that it fails.
  static let faults: [(String, SignInCheck.Name)] = [
    ("doctype", .response), ("encrypted", .response), ("comment-in-name-id", .response),
    ("signature-moved", .response), ("denied-consent", .consent), ("failed-status", .consent),
    ("unsigned", .signature), ("wrong-signature", .signature), ("sha1-signature", .signature),
    ("wrong-issuer", .issuer), ("wrong-recipient", .destination), ("wrong-in-response-to", .request),
    ("unsolicited", .request), ("no-name-id", .subject), ("transient-name-id", .subject),
    ("expired", .dates), ("issued-in-future", .dates), ("wrong-audience", .audience),
  ]

  @Test("a fault of the provider fails its check, and nobody is decided on")
  func fault() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.faults) { fault, name in
        let trial = try await TrialTester(server).run("saml.lab", ["lab_fault": fault])
        #expect(trial.checks.first { $0.outcome == .failed }?.name == name, "\(trial.checks)")
        #expect(trial.identity == nil && trial.decision == nil)
      }
    }
  }

  @Test("an assertion is tried out once")
  func replay() async throws {
    try await TestServer.run { server in
      #expect(try await TrialTester(server).run("saml.lab").isPassed)
      let trial = try await TrialTester(server).run("saml.lab", ["lab_fault": "replayed"])
      #expect(trial.checks.first { $0.outcome == .failed }?.name == .replay, "\(trial.checks)")
    }
  }
}
