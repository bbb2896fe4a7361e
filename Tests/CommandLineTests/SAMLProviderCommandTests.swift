import Foundation
import TestSupport
import Testing

@Suite("latchkey provider, for SAML", .timeLimit(.minutes(15)))
struct SAMLProviderCommandTests {
  @Test("a provider is set up by its metadata, changed, listed and disabled")
  func lifecycle() async throws {
    let scratch = try await project()
    func run(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(["provider"] + arguments + ["--data", scratch.data])
    }
    let file = scratch.data + "-metadata.xml"
    try SAMLSamples.metadata.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let set = try await run(
      "set", "app", "saml.company", "--metadata-file", file, "--attribute", "groups=memberOf",
      "--attribute", "name=displayName", "--trusted-email-domain", "example.com")
    #expect(set.status == 0, "\(set.error)")
    #expect(set.output.hasPrefix("Set saml.company in app. It is enabled."))
    #expect(set.output.contains("/__/auth/saml/saml.company/metadata?project=app"))
    let changed = try await run(
      "set", "app", "saml.company", "--sign-requests", "--force-authn", "--entity-id",
      "https://app.example.com",
      "--attribute", "name=", "--disabled")
    #expect(changed.status == 0 && changed.output.contains("It is disabled."), "\(changed.error)")
    let list = try await run("list", "app")
    #expect(list.output.contains(/saml\.company +disabled +https:\/\/app\.example\.com +none +set by hand/))
    let shown = try await Program.run("project", "show", "app", "--format", "json", "--data", scratch.data)
    #expect(shown.status == 0)
    #expect(try await run("set", "app", "saml.company", "--enabled").status == 0)
    let disabled = try await run("disable", "app", "saml.company")
    #expect(disabled.output == "Disabled saml.company in app.\n")
    #expect(try await run("list", "app").output.contains(/saml\.company +disabled/))
  }

  @Test(
    "what a SAML provider cannot have is refused, and nothing is stored",
    arguments: [
      (["saml.company", "--client-id", "a"], "--client-id is not an option of saml.company"),
      (["saml.company", "--issuer", "https://idp.example.com"], "OpenID Connect providers are not options"),
      (["github.com", "--allow-sha1"], "SAML providers are not options of github.com"),
      (["saml.company", "--attribute", "shoes=size"], "does not map an attribute"),
      (["saml.company", "--metadata-file", "a", "--metadata-url", "b"], "Choose one of --metadata-file"),
      (["saml.company"], "idpConfig.idpEntityId is missing"),
      (
        ["saml.company", "--idp-entity-id", "a", "--sso-url", "https://idp.example.com/sso"],
        "without a certificate"
      ),
      (
        ["saml.company", "--metadata-url", "https://127.0.0.1:1/metadata"], "saml.company was not changed."
      ),
    ])
  func refused(options: [String], sentence: String) async throws {
    let scratch = try await project()
    let outcome = try await Program.run(["provider", "set", "app"] + options + ["--data", scratch.data])
    #expect(outcome.status == 1 || outcome.status == 64)
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
    let list = try await Program.run("provider", "list", "app", "--data", scratch.data)
    #expect(list.output.hasPrefix("The project has no provider yet."))
  }

  // Fails when the key changes before it is activated, or the former is forgotten.
  @Test("the key of signed requests is shown, prepared and changed")
  func requestKey() async throws {
    let scratch = try await project()
    func certificates(_ option: String...) async throws -> [String] {
      let outcome = try await Program.run(
        ["provider", "saml-key", "app", "--data", scratch.data] + option)
      #expect(outcome.status == 0, "\(outcome.error)")
      let end = "-----END CERTIFICATE-----"
      return outcome.output.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().map {
        $0.components(separatedBy: end)[0]
      }
    }
    #expect(try await certificates().isEmpty)
    let without = try await Program.run(
      "provider", "saml-key", "app", "--activate", "--data", scratch.data)
    #expect(without.status == 1 && without.error.contains("no other key"), "\(without)")
    let first = try await certificates("--prepare")
    #expect(first.count == 1)
    let both = try await certificates("--prepare")
    #expect(both.count == 2 && both.first == first.first && both[1] != both[0])
    #expect(try await certificates("--activate") == both.reversed())
    #expect(try await certificates() == both.reversed())
    let two = try await Program.run(
      "provider", "saml-key", "app", "--prepare", "--activate", "--data", scratch.data)
    #expect(two.status == 64)
  }

  @Test(
    "metadata that cannot be used is refused with its reason",
    arguments: [
      (SAMLSamples.metadata(binding: "HTTP-POST"), "by HTTP-Redirect"),
      (SAMLSamples.metadata(validUntil: "2020-01-01T00:00:00Z"), "expired by its validUntil"),
    ])
  func unusableMetadata(xml: String, reason: String) async throws {
    let scratch = try await project()
    let file = scratch.data + "-metadata.xml"
    try xml.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let outcome = try await Program.run(
      "provider", "set", "app", "saml.company", "--metadata-file", file, "--data", scratch.data)
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("latchkey: saml.company was not changed."), "\(outcome)")
    #expect(outcome.error.contains(reason), "\(outcome.error)")
  }

  private func project() async throws -> Scratch {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    return scratch
  }
}
