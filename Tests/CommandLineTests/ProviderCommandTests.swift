import Foundation
import Testing

@Suite("latchkey provider", .timeLimit(.minutes(15)))
struct ProviderCommandTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var sentences: [String]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., lacks sentences: [String]) {
      self.arguments = arguments
      self.sentences = sentences
    }
  }

  static let incomplete = [
    Case(
      "apple.com",
      lacks: [
        "Apple needs its services id.", "Apple needs your team id.", "Apple needs the id of your key.",
        "Apple needs your private key.",
      ]),
    Case(
      "apple.com", "--services-id", "com.example.web", "--team-id", "T", "--key-id", "K",
      lacks: ["Apple needs your private key."]),
    Case("apple.com", "--no-web-flow", lacks: ["Apple needs its services id."]),
    Case("facebook.com", lacks: ["Facebook needs its app id.", "Facebook needs its app secret."]),
    Case("facebook.com", "--app-id", "1", lacks: ["Facebook needs its app secret."]),
    Case("github.com", "--client-id", "a", lacks: ["GitHub needs its client secret."]),
    Case("github.com", "--client-secret-env", "SECRET", lacks: ["GitHub needs its client id."]),
    Case("google.com", lacks: ["Google needs its client id.", "Google needs its client secret."]),
    Case("google.com", "--no-web-flow", lacks: ["Google needs its client id."]),
    Case(
      "oauth.company", "--client-id", "a", "--token-endpoint", "https://company.example/token", "--profile",
      "name=name",
      lacks: [
        "oauth.company needs its client secret.", "oauth.company needs its authorization endpoint.",
        "oauth.company needs its user info endpoint.",
        "oauth.company needs the path of the user id in its profile.",
      ]),
    Case("linkedin.com", "--client-id", "a", lacks: ["LinkedIn needs its client secret."]),
    Case("microsoft.com", lacks: ["Microsoft needs its client id.", "Microsoft needs its client secret."]),
    Case("microsoft.com", "--no-web-flow", lacks: ["Microsoft needs its client id."]),
    // Its issuer is known.
    Case("oidc.line", "--client-id", "a", lacks: ["oidc.line needs its client secret."]),
    Case(
      "playgames.google.com", "--client-id", "a", "--no-web-flow",
      lacks: ["Google Play Games needs its client secret."]),
    Case("yahoo.com", "--client-id", "a", lacks: ["Yahoo needs its client secret."]),
    Case(
      "twitter.com",
      lacks: ["X (Twitter) needs its API key.", "X (Twitter) needs its API key secret."]),
    Case("twitter.com", "--client-id", "a", lacks: ["X (Twitter) needs its API key secret."]),
    Case(
      "twitter.com", "--client-id", "a", "--client-secret-env", "SECRET", "--request-token-endpoint",
      "http://x.example/",
      lacks: ["The request token endpoint has to be https unless private addresses are allowed."]),
    Case(
      "oidc.company",
      lacks: [
        "oidc.company needs its client id.", "oidc.company needs its issuer.",
        "oidc.company needs its client secret.",
      ]),
    Case(
      "oidc.company", "--client-id", "a", "--issuer", "login", "--client-secret-env", "SECRET",
      lacks: ["The issuer endpoint is not an absolute URL."]),
    Case(
      "oidc.company", "--client-id", "a", "--issuer", "ftp://login.example.com", "--client-secret-env",
      "SECRET", lacks: ["The issuer endpoint has to begin with https://, not with ftp://."]),
    Case(
      "oidc.company", "--client-id", "a", "--issuer", "http://127.0.0.1:1/", "--client-secret-env", "SECRET",
      lacks: ["The issuer endpoint has to be https unless private addresses are allowed."]),
  ]

  @Test("an incomplete provider is refused with a sentence for each missing setting", arguments: incomplete)
  func missing(case example: Case) async throws {
    let scratch = try await project()
    let outcome = try await Program.run(
      ["provider", "set", "app"] + example.arguments + ["--data", scratch.data],
      environment: ["SECRET": "hush"])
    #expect(outcome.status == 1)
    let isPrivate = example.sentences.contains { $0.contains("private addresses") }
    #expect(
      outcome.error
        == "latchkey: \(example.arguments[0]) was not changed, because its settings would be incomplete. "
        + example.sentences.joined(separator: " ")
        + " \"latchkey provider set --help\" names the options"
        + (isPrivate ? ", also --allow-private-addresses.\n" : ".\n"))
    let list = try await Program.run("provider", "list", "app", "--data", scratch.data)
    #expect(list.output.hasPrefix("The project has no provider yet."))
  }

  @Test("a provider without its client id cannot be enabled, but be kept disabled")
  func disabledDraft() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    #expect(
      try await Program.run(["provider", "set", "app", "facebook.com", "--disabled"] + data).status == 0)
    let list = try await Program.run(["provider", "list", "app"] + data)
    #expect(list.output.contains(/facebook\.com +disabled +missing +missing/))
    #expect(list.output.contains("facebook.com, for any sign-in: Facebook needs its app id."))
    let enabled = try await Program.run(["provider", "set", "app", "facebook.com", "--enabled"] + data)
    #expect(enabled.status == 1)
  }

  @Test(
    "another issuer is another provider: what was set for the old one is forgotten unless it is named again")
  func issuer() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    func set(_ options: String...) async throws -> Program.Outcome {
      try await Program.run(["provider", "set", "app", "oidc.company"] + options + data)
    }
    let first = try await set(
      "--client-id", "a", "--no-web-flow", "--issuer", "http://10.0.0.1/one", "--jwks-endpoint",
      "http://10.0.0.1/keys", "--allow-private-addresses")
    #expect(first.status == 0, "\(first.error)")
    // The same one keeps them.
    #expect(try await set("--no-web-flow", "--issuer", "http://10.0.0.1/one").status == 0)
    let other = try await set("--no-web-flow", "--issuer", "http://10.0.0.2/two")
    #expect(other.status == 1)
    #expect(
      other.error.contains("The issuer endpoint has to be https unless private addresses are allowed."))
    let named = try await set(
      "--no-web-flow", "--issuer", "http://10.0.0.2/two", "--allow-private-addresses")
    #expect(named.status == 0, "\(named.error)")
    let shown = try await Program.run(["project", "show", "app", "--format", "json"] + data)
    #expect(!shown.output.contains("10.0.0.1"))
    let again = try await set("--no-web-flow", "--no-allow-private-addresses")
    #expect(again.error.contains("The issuer endpoint has to be https"))
    #expect(!again.error.contains("key set"), "the old key set's address is gone")
  }

  @Test("an issuer that is private is told of when it is set, as long as that is not allowed")
  func privateIssuer() async throws {
    let scratch = try await project()
    func set(_ options: String...) async throws -> Program.Outcome {
      try await Program.run(
        ["provider", "set", "app", "oidc.company", "--client-id", "a", "--no-web-flow"] + options
          + ["--data", scratch.data])
    }
    for issuer in ["https://localhost:9/one", "https://10.0.0.1"] {
      let outcome = try await set("--issuer", issuer)
      #expect(outcome.status == 0 && outcome.error.contains("--allow-private-addresses"), "\(outcome.error)")
    }
    #expect(try await set("--issuer", "https://10.0.0.1", "--allow-private-addresses").error.isEmpty)
  }

  @Test("the token endpoint's method and the trusted domains are set, and belong to OpenID providers alone")
  func openIDOptions() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    func set(_ provider: String, _ options: String...) async throws -> Program.Outcome {
      try await Program.run(["provider", "set", "app", provider, "--client-id", "a"] + options + data)
    }
    let issuer = ["--issuer", "https://192.0.32.10"]
    let made = try await set(
      "oidc.company", issuer[0], issuer[1], "--token-endpoint-auth-method", "none", "--trusted-email-domain",
      "Example.com", "--trusted-email-domain", "example.org")
    #expect(made.status == 0, "\(made.error)")
    let list = try await Program.run(["provider", "list", "app"] + data)
    #expect(list.output.contains(/oidc\.company +enabled +a +none/), "\(list.output)")
    let keyless = try await set("oidc.company", "--token-endpoint-auth-method", "private_key_jwt")
    #expect(keyless.error.contains("oidc.company needs its private key."))
    #expect(try await set("oidc.company", "--token-endpoint-auth-method", "automatic").status == 1)
    #expect(try await set("oidc.company", "--trusted-email-domain", "").status == 0)
    #expect(try await set("oidc.company", "--trusted-email-domain", "a@b").status == 1)
    let other = try await set("google.com", "--token-endpoint-auth-method", "none")
    #expect(other.error.contains("--token-endpoint-auth-method is not an option of google.com."))
  }

  // Fails when a check that failed leaves the exit code at 0, or when the revocation is not looked at.
  @Test("a test says what is wrong with the settings, and the exit code does")
  func test() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    func test(_ provider: String, _ options: String...) async throws -> Program.Outcome {
      try await Program.run(["provider", "test", "app", provider] + options + data)
    }
    let server = ["--server", "https://auth.example.com"]
    #expect(try await test("gc.apple.com").status == 64, "the redirect URI is unknown")
    let unset = try await test("gc.apple.com", server[0], server[1])
    #expect(unset.status == 1 && unset.error.contains("no settings for gc.apple.com"), "\(unset.error)")
    let game = ["provider", "set", "app", "gc.apple.com", "--bundle-id", "com.example.game"]
    #expect(try await Program.run(game + data).status == 0)
    let passed = try await test("gc.apple.com", server[0], server[1])
    #expect(passed.status == 0, "\(passed.error)")
    #expect(try passed.output.contains(Regex("configuration +passed")))

    // Nobody listens at the port.
    let company = [
      "provider", "set", "app", "oidc.company", "--client-id", "a", "--token-endpoint-auth-method", "none",
      "--issuer", "http://127.0.0.1:1", "--allow-private-addresses",
    ]
    #expect(try await Program.run(company + data).status == 0)
    let off = try await test("oidc.company", server[0], server[1])
    #expect(try off.status == 1 && off.output.contains(Regex("discovery +failed")), "\(off.output)")
    #expect(!off.output.contains("revocation"))
    #expect(try await Program.run(company + ["--revoke-on-deletion"] + data).status == 0)
    let on = try await test("oidc.company", server[0], server[1])
    #expect(try on.status == 1 && on.output.contains(Regex("revocation +not-reached")), "\(on.output)")
    #expect(on.error.contains("These checks of oidc.company failed: discovery."), "\(on.error)")
  }

  @Test("secrets come from a file, the input or the environment and are never shown")
  func secrets() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    try Data("s3cret-of-github\n".utf8).write(to: scratch.url("secret"))
    let runs = [
      try await Program.run(
        ["provider", "set", "app", "github.com", "--client-id", "gh", "--client-secret-file"]
          + [scratch.url("secret").path] + data),
      try await Program.run(
        ["provider", "set", "app", "facebook.com", "--app-id", "1", "--app-secret-env", "FB"] + data,
        environment: ["FB": "s3cret-of-facebook"]),
      try await Program.run(
        ["provider", "set", "app", "google.com", "--client-id", "g", "--client-secret-file", "-"] + data,
        input: "s3cret-of-google"),
      try await Program.run(["provider", "list", "app"] + data),
      try await Program.run(["project", "show", "app", "--format", "json"] + data),
    ]
    for run in runs {
      #expect(run.status == 0)
      #expect(!(run.output + run.error).contains("s3cret"))
    }
    for name in ["facebook.com +enabled +1", "github.com +enabled +gh", "google.com +enabled +g"] {
      #expect(try runs[3].output.contains(Regex("\(name) +set")))
    }
    let database = try Data(contentsOf: URL(fileURLWithPath: scratch.data + "/latchkey.db"))
    #expect(database.range(of: Data("s3cret".utf8)) == nil)
  }

  @Test("a change keeps what it does not name, and the state")
  func partialChange() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    let first = try await Program.run(
      ["provider", "set", "app", "github.com", "--client-id", "one", "--client-secret-file", "-"] + data,
      input: "secret")
    #expect(first.output == "Set github.com in app. It is enabled.\n")
    let second = try await Program.run(["provider", "set", "app", "github.com", "--client-id", "two"] + data)
    #expect(second.output == "Set github.com in app. It is enabled.\n")
    let disabled = try await Program.run(["provider", "disable", "app", "github.com"] + data)
    #expect(disabled.output == "Disabled github.com in app.\n")
    let third = try await Program.run(
      ["provider", "set", "app", "github.com", "--authorization-endpoint", "https://git.example.com/a"] + data
    )
    #expect(third.output == "Set github.com in app. It is disabled.\n")
    let list = try await Program.run(["provider", "list", "app"] + data)
    #expect(list.output.contains(/github\.com +disabled +two +set +changed/))
    let fourth = try await Program.run(
      ["provider", "set", "app", "github.com", "--default-endpoints", "--enabled"] + data)
    #expect(fourth.output == "Set github.com in app. It is enabled.\n")
    let after = try await Program.run(["provider", "list", "app"] + data)
    #expect(after.output.contains(/github\.com +enabled +two +set +the provider's own/))
  }

  @Test(
    "options of another provider are a wrong command line",
    arguments: [
      ["github.com", "--team-id", "T"], ["apple.com", "--client-id", "a"],
      ["facebook.com", "--client-id", "a"],
      ["google.com", "--app-id", "1"], ["github.com", "--audience", "a"], ["twitter.com", "--app-id", "1"],
      ["oauth.company", "--audience", "a"], ["oauth.company", "--key-id", "a"],
      ["github.com", "--tenant", "common"], ["yahoo.com", "--audience", "a"],
      ["microsoft.com", "--revoke-on-deletion"], ["oidc.line", "--revoke-on-deletion"],
      ["saml.company", "--revoke-on-deletion"],
    ])
  func foreignOption(arguments: [String]) async throws {
    let outcome = try await Program.run(["provider", "set", "app"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("\(arguments[1]) is not an option of \(arguments[0])."))
  }

  @Test("a provider may revoke access when an account is deleted, and the list says so")
  func revokeOnDeletion() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    let notice = "Access is revoked at the provider when an account is deleted: github.com."
    let set = ["provider", "set", "app", "github.com"]
    let made = try await Program.run(
      set + ["--client-id", "one", "--client-secret-file", "-", "--revoke-on-deletion"] + data,
      input: "secret")
    #expect(made.status == 0, "\(made.error)")
    #expect(try await Program.run(set + ["--client-id", "two"] + data).status == 0)
    let list = try await Program.run(["provider", "list", "app"] + data)
    #expect(list.output.contains(notice), "\(list.output)")
    #expect(try await Program.run(set + ["--no-revoke-on-deletion"] + data).status == 0)
    let after = try await Program.run(["provider", "list", "app"] + data)
    #expect(!after.output.contains(notice), "\(after.output)")
  }

  @Test("what is unknown is said")
  func unknown() async throws {
    let scratch = try await project()
    let data = ["--data", scratch.data]
    let provider = try await Program.run(["provider", "set", "app", "myspace.com", "--disabled"] + data)
    #expect(provider.status == 1)
    #expect(provider.error.hasPrefix("latchkey: The provider \"myspace.com\" is not supported."))
    let project = try await Program.run(["provider", "list", "other"] + data)
    #expect(project.status == 1)
    let none = try await Program.run(["provider", "disable", "app", "github.com"] + data)
    #expect(none.status == 1)
    #expect(none.error == "latchkey: The project has no settings for github.com.\n")
    let file = try await Program.run(
      ["provider", "set", "app", "github.com", "--client-secret-file", scratch.url("none").path] + data)
    #expect(file.status == 1)
    #expect(file.error == "latchkey: The file \(scratch.url("none").path) cannot be read.\n")
  }

  private func project() async throws -> Scratch {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    return scratch
  }
}
