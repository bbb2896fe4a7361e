import Foundation
import Testing

@Suite("latchkey provider set oauth.NAME", .timeLimit(.minutes(15)))
struct OAuthProviderCommandTests {
  private static let addresses = [
    "--authorization-endpoint", "https://company.example/authorize", "--token-endpoint",
    "https://company.example/token", "--user-info-endpoint", "https://company.example/me",
  ]

  private func project() async throws -> Scratch {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    return scratch
  }

  private func set(_ scratch: Scratch, _ options: [String]) async throws -> Program.Outcome {
    try await Program.run(
      ["provider", "set", "app", "oauth.company"] + options + ["--data", scratch.data],
      environment: ["SECRET": "hush"])
  }

  @Test("a provider is described by options, and changed part by part")
  func described() async throws {
    let scratch = try await project()
    let made = try await set(
      scratch,
      Self.addresses + [
        "--client-id", "web", "--client-secret-env", "SECRET", "--profile", "id=data.uid", "--profile",
        "email=mails.?main.value", "--profile", "email-verified=mails.?main.ok", "--scope", "mail", "--scope",
        "profile", "--scope-separator", "comma", "--no-pkce", "--profile-request", "bearer_post",
        "--token-endpoint-auth-method", "client_secret_post", "--trusted-email-domain", "company.example",
      ])
    #expect(made.output == "Set oauth.company in app. It is enabled.\n", "\(made.error)")
    let list = try await Program.run("provider", "list", "app", "--data", scratch.data)
    #expect(list.output.contains(/oauth\.company +enabled +web +set +set by hand/), "\(list.output)")
    #expect(try await set(scratch, ["--profile", "email=", "--pkce"]).status == 0)
    let idless = try await set(scratch, ["--profile", "id="])
    #expect(idless.error.contains("oauth.company needs the path of the user id in its profile."))
    // The other paths are kept, so that an address of another list element is refused.
    let mixed = try await set(scratch, ["--profile", "email=mails.0.value"])
    #expect(mixed.status == 1 && mixed.error.contains("different elements of a list"), "\(mixed.error)")
    let unaddressed = try await set(scratch, ["--revoke-on-deletion"])
    #expect(unaddressed.status == 1 && unaddressed.error.contains("needs its revocation endpoint"))
    let revocation = ["--revoke-on-deletion", "--revocation-endpoint", "https://company.example/revoke"]
    let secretless = try await set(scratch, revocation)
    #expect(secretless.status == 1 && secretless.error.contains("is not sent to another address"))
    let addressed = try await set(scratch, revocation + ["--client-secret-env", "SECRET"])
    #expect(addressed.status == 0, "\(addressed.error)")
  }

  @Test(
    "a value that cannot be is said",
    arguments: [
      (["--profile", "uid"], 64, "does not name a part of the profile"),
      (["--profile", "uid=a"], 64, "does not name a part of the profile"),
      (["--scope-separator", "|"], 64, "scope-separator"),
      (["--profile-request", "put"], 64, "profile-request"),
      (["--profile", "id=a..b"], 1, "no path"), (["--scope", "a b"], 1, "scopes are up to"),
      (["--token-endpoint-auth-method", "none"], 1, "client_secret_basic or client_secret_post"),
      (["--user-info-endpoint", "http://10.0.0.1/me"], 1, "unless private addresses are allowed"),
    ] as [([String], Int32, String)])
  func refused(_ options: [String], _ status: Int32, _ why: String) async throws {
    let scratch = try await project()
    let complete =
      Self.addresses + ["--client-id", "web", "--client-secret-env", "SECRET", "--profile", "id=uid"]
    let isAddress = options[0] == "--user-info-endpoint"
    let outcome = try await set(
      scratch, (isAddress ? complete.filter { !$0.hasSuffix("/me") && $0 != options[0] } : complete) + options
    )
    #expect(outcome.status == status && outcome.error.contains(why), "\(outcome.error)")
  }

  @Test("its options belong to no other provider")
  func foreign() async throws {
    for provider in ["github.com", "oidc.company", "saml.company"] {
      let outcome = try await Program.run("provider", "set", "app", provider, "--profile", "id=uid")
      #expect(outcome.status == 64, "\(provider)")
      #expect(outcome.error.contains("The options of OAuth 2.0 providers are not options of \(provider)."))
    }
  }
}
