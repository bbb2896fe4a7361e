import Foundation
import Testing

@Suite("latchkey provider, for SAML", .timeLimit(.minutes(15)))
struct SAMLProviderCommandTests {
  /// Self-signed for CN=idp.example.com, P-256.
  private static let certificate = """
    MIIBizCCATGgAwIBAgIUEixULqvJtNwwwXC5/Z4FOcsLGfowCgYIKoZIzj0EAwIw
    GjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTEyMjEzMTExMloYDzIx
    MjYxMDI5MTMxMTEyWjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wWTATBgcq
    hkjOPQIBBggqhkjOPQMBBwNCAAQ76qsbjowaX0l0dZ1wIXidxEBmKWMs/YQCt3BU
    odb1YghJdsAjW2Y6kCNwsohmCLH9GcXiUlbE24QmZziOjY+Zo1MwUTAdBgNVHQ4E
    FgQUaN0XhTwvigiLMxZ50oruiA+8pjAwHwYDVR0jBBgwFoAUaN0XhTwvigiLMxZ5
    0oruiA+8pjAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiASmZdd
    i7DWrU+THiwsv+s5fTh+qdEmajC4mlou3dnmZQIhALaAkghHOFd5wIi/uBfZxzVt
    cFJNt/3J2ic3cgsX88Fs
    """

  private static let metadata = """
    <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com/metadata">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
    \(certificate)
    </X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
      Location="https://idp.example.com/sso"/>
    </IDPSSODescriptor>
    </EntityDescriptor>
    """

  @Test("a provider is set up by its metadata, changed, listed and disabled")
  func lifecycle() async throws {
    let scratch = try await project()
    func run(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(["provider"] + arguments + ["--data", scratch.data])
    }
    let file = scratch.data + "-metadata.xml"
    try Self.metadata.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let set = try await run(
      "set", "app", "saml.company", "--metadata-file", file, "--attribute", "groups=memberOf",
      "--attribute", "name=displayName", "--trusted-email-domain", "example.com")
    #expect(set.status == 0, "\(set.error)")
    #expect(set.output.hasPrefix("Set saml.company in app. It is enabled."))
    #expect(set.output.contains("/__/auth/saml/saml.company/metadata?project=app"))
    let changed = try await run(
      "set", "app", "saml.company", "--sign-requests", "--entity-id", "https://app.example.com",
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
      (["saml.company", "--client-id", "a"], "--client-id does not belong to saml.company"),
      (["saml.company", "--issuer", "https://idp.example.com"], "OpenID Connect provider do not belong"),
      (["github.com", "--allow-sha1"], "SAML provider do not belong to github.com"),
      (["saml.company", "--attribute", "shoes=size"], "says of no attribute what it is"),
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
  private func project() async throws -> Scratch {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    return scratch
  }
}
